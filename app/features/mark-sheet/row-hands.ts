import type { FocusEvent, FormEvent, KeyboardEvent, MouseEvent } from "react";

import type { FieldValue } from "#saving/protocol.ts";
import { settledValues, shownValues } from "#saving/row-state.ts";
import type { SheetStore } from "#saving/sheet-store.ts";

import type { MarkRules } from "./marks.rules.ts";
import { fieldOf, focusField, isFieldKey, rowId, writeFields } from "./row-fields.ts";
import { faultOf, isTypable, typedField } from "./sheet-fields.rules.ts";
import { nextAttendanceValues } from "./sheet-values.rules.ts";

type RowParts = {
  store: SheetStore;
  row: string;
  maxMark: number;
  rules: MarkRules;
  /** What a field has to say about what was just typed, beside it and to who listens; null when nothing. */
  show: (words: string | null) => void;
  say: (words: string) => void;
};

/** Presses follow each other: saving waits until the hand rests, so that P to NW is one save. */
const REST_MS = 900;

/** What hands do to one row: typing and leaving, the keys that go from row to row, the presses on attendance. */
export class RowHands {
  private readonly parts: RowParts;
  /** What was made of the typed text, such as 100 of 150: said until the next keystroke, eyes are on the paper. */
  private held: string | null = null;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: RowParts) {
    this.parts = parts;
  }

  readonly onInput = (event: FormEvent) => {
    const input = fieldOf(event.target);
    if (!input) return;
    const { store, row, maxMark } = this.parts;
    const { field = "" } = input.dataset;
    const typed = typedField({ field, maxMark }, input.value, this.shown(field));
    if (typed.text !== input.value) input.value = typed.text;
    store.type(row, { [field]: typed.value });
    this.held = typed.note;
    this.note(typed.note);
  };

  readonly onKeyDown = (event: KeyboardEvent) => {
    const input = fieldOf(event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (isFieldKey(event.key, input !== null)) return this.goOn(event);
    if (!input) return;
    if (event.key === "Escape") return this.putBack(event);
    const { field = "" } = input.dataset;
    if (event.key.length > 1 || isTypable(field, event.key)) return;
    event.preventDefault();
    this.note(faultOf(field));
  };

  readonly onFocus = (event: FocusEvent) => {
    fieldOf(event.target)?.select();
  };

  /**
   * What is typed takes the place of what is there: 68 behind 64 would be 100. Chrome gives a selection up after the
   * click that was made into it, so it is made once more then.
   */
  readonly onClick = (event: MouseEvent) => {
    const input = fieldOf(event.target);
    if (input) requestAnimationFrame(() => input.select());
  };

  readonly onBlur = (event: FocusEvent) => {
    if (event.target instanceof HTMLElement && event.target.dataset.field) this.leave();
  };

  readonly nextAttendance = () => {
    const { store, row, rules } = this.parts;
    const state = store.book.row(row)?.state;
    if (!state) return;
    store.type(row, nextAttendanceValues(shownValues(state), settledValues(state), rules));
    this.rewrite();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => store.leave(row), REST_MS);
  };

  /** After an act that decides the row's values: also the field in hand shows them. */
  readonly rewrite = () => {
    this.write("all");
    this.held = null;
    this.note(null);
  };

  /** What the server answered, into every field that nobody is typing in. */
  write(which: "untouched" | "all") {
    const { store, row } = this.parts;
    const element = document.getElementById(rowId(row));
    const state = store.book.row(row)?.state;
    if (element && state) writeFields(element, state, which);
  }

  private note(words: string | null) {
    this.parts.show(words);
    if (words) this.parts.say(words);
  }

  private shown(field: string): FieldValue {
    const state = this.parts.store.book.row(this.parts.row)?.state;
    return (state && shownValues(state)[field]) ?? null;
  }

  private putBack(event: KeyboardEvent) {
    event.preventDefault();
    this.parts.store.putBack(this.parts.row);
    this.rewrite();
  }

  private goOn(event: KeyboardEvent) {
    event.preventDefault();
    if (focusField(event.target, event.key === "ArrowUp" ? -1 : 1)) return;
    this.leave();
    fieldOf(event.target)?.select();
  }

  private leave() {
    clearTimeout(this.rest);
    this.parts.store.leave(this.parts.row);
    this.write("all");
    this.parts.show(this.held);
  }
}
