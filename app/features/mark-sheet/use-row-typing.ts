import { useEffect, useRef, useState } from "react";
import type { FormEvent, FocusEvent, KeyboardEvent, MouseEvent } from "react";

import type { RowSnapshot } from "#saving/row-phase.ts";
import { settledValues, shownValues } from "#saving/row-state.ts";

import { fieldOf, focusField, isFieldKey, writeFields } from "./row-fields.ts";
import { faultOf, isTypable, typedField } from "./sheet-fields.rules.ts";
import type { RowViewProps } from "./sheet-row.tsx";
import { nextAttendanceValues } from "./sheet-values.rules.ts";

/** Presses follow each other: saving waits until the hand rests, so that P to NW is one save. */
const REST_MS = 900;

/** What hands do to one row: typing, leaving, the keys that go from row to row, the attendance. */
export function useRowTyping({ loaded, store, sheet, say }: RowViewProps, snapshot: RowSnapshot | undefined) {
  const row = useRef<HTMLTableRowElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>();
  const isFresh = useRef(false);
  const [note, setNote] = useState<string | null>(null);
  const name = loaded.row;

  // What the server or a button decided, into every field that nobody is typing in.
  useEffect(() => {
    if (row.current && snapshot) writeFields(row.current, snapshot.state, "untouched");
  }, [snapshot]);

  function tell(words: string | null) {
    setNote(words);
    if (words) say(words);
  }

  /** After an act that decides the values: also the field in hand shows them. */
  function rewrite() {
    const now = store.book.row(name);
    if (row.current && now) writeFields(row.current, now.state, "all");
    setNote(null);
  }

  function onInput(event: FormEvent) {
    const input = fieldOf(event.target);
    const state = store.book.row(name)?.state;
    if (!input || !state) return;
    const { field = "" } = input.dataset;
    const typed = typedField(
      { field, maxMark: loaded.maxMark },
      input.value,
      shownValues(state)[field] ?? null,
    );
    if (typed.text !== input.value) input.value = typed.text;
    store.type(name, { [field]: typed.value });
    tell(typed.note);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>) {
    const input = fieldOf(event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (input && event.key === "Escape") return escape(event);
    if (isFieldKey(event.key, input !== null)) return goOn(event);
    const isWrong = input && event.key.length === 1 && !isTypable(input.dataset.field ?? "", event.key);
    if (!isWrong) return;
    event.preventDefault();
    tell(faultOf(input.dataset.field ?? ""));
  }

  function escape(event: KeyboardEvent) {
    event.preventDefault();
    store.putBack(name);
    rewrite();
  }

  function goOn(event: KeyboardEvent) {
    event.preventDefault();
    const moved = focusField(event.target, event.key === "ArrowUp" ? -1 : 1);
    if (moved) return;
    leave();
    fieldOf(event.target)?.select();
  }

  function leave() {
    clearTimeout(rest.current);
    setNote(null);
    store.leave(name);
    const now = store.book.row(name);
    if (row.current && now) writeFields(row.current, now.state, "all");
  }

  function nextAttendance() {
    const state = store.book.row(name)?.state;
    if (!state) return;
    store.type(name, nextAttendanceValues(shownValues(state), settledValues(state), sheet.rules));
    rewrite();
    clearTimeout(rest.current);
    rest.current = setTimeout(() => store.leave(name), REST_MS);
  }

  function onFocus(event: FocusEvent) {
    isFresh.current = true;
    fieldOf(event.target)?.select();
  }

  /** What is typed takes the place of what is there: 68 behind 64 would be 100. A second press sets the cursor. */
  function onClick(event: MouseEvent) {
    const input = fieldOf(event.target);
    if (input && (isFresh.current || input.maxLength === 1)) input.select();
    isFresh.current = false;
  }

  function onBlur(event: FocusEvent) {
    if (event.target instanceof HTMLElement && event.target.dataset.field) leave();
  }

  return { row, note, rewrite, nextAttendance, handlers: { onInput, onKeyDown, onFocus, onClick, onBlur } };
}
