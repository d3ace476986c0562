import type { ClipboardEvent, FocusEvent, FormEvent, KeyboardEvent, MouseEvent } from "react";

import type { FieldValue } from "#fields/value.ts";
import { storedValues, shownValues } from "#saving/client/row-state.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";

import { atomicGroups } from "../save/marks.rules.ts";
import type { MarkRules } from "../save/marks.rules.ts";
import { fieldName, fieldOf, focusField, isFieldKey, rowId, writeFields } from "./row-fields.ts";
import { faultOf, isMany, isTypable, pasteFault, plainNote, typedField } from "./sheet-fields.rules.ts";
import type { Note } from "./sheet-fields.rules.ts";
import { nextAttendanceValues, clearedBy } from "./sheet-values.rules.ts";
import type { ClearedMark } from "./sheet-values.rules.ts";
import type { SheetCommands } from "../bulk/use-bulk-actions.ts";

type RowParts = {
  store: SavingStore;
  row: string;
  maxMark: number;
  rules: MarkRules;
  /** What a field has to say about what was just typed, beside it and to who listens; null when nothing. */
  show: (note: Note | null) => void;
  say: (words: string) => void;
  /** What presses on the attendance took away, and the row can put back; null when nothing. */
  offer: (wiped: ClearedMark | null) => void;
  reach: SheetCommands;
};

/** Presses follow each other: saving waits until the hand rests, so that P to NW is one save. */
const REST_MS = 900;

const LETTER = /^\p{L}$/u;

/** What hands do to one row: typing and leaving, the keys that go from row to row, the presses on attendance. */
export class RowController {
  private readonly parts: RowParts;
  /** What was made of the typed text, such as 100 of 150: it stands until the row is edited again. */
  private held: Note | null = null;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private wiped: ClearedMark | null = null;
  /** A letter that has no place in the field. One is a slip of the finger, two are the beginning of a name. */
  private letter = "";

  constructor(parts: RowParts) {
    this.parts = parts;
  }

  readonly onInput = (event: FormEvent) => {
    const input = fieldOf(event.target);
    if (input) this.take(input);
  };

  /** One value goes into the field; a column, or names with marks, are shown before any is written. */
  readonly onPaste = (event: ClipboardEvent) => {
    const input = fieldOf(event.target);
    if (!input) return;
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    if (isMany(text)) this.parts.reach.begin({ kind: "paste", text });
    else this.pasteOne(input, text.trim());
  };

  readonly onKeyDown = (event: KeyboardEvent) => {
    const { letter } = this;
    this.letter = "";
    const input = fieldOf(event.target);
    const { key } = event;
    if (!fieldName(event.target)) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (isFieldKey(key, input !== null)) return this.goOn(event);
    if (key === "Escape") return this.putBack(event);
    if (key === "/") return this.find(event, "");
    if (!input || key.length > 1 || isTypable(input.dataset.field ?? "", key)) return;
    if (letter && LETTER.test(key)) return this.find(event, letter + key);
    event.preventDefault();
    this.letter = input.dataset.field === "mark" && LETTER.test(key) ? key : "";
    this.note(plainNote(faultOf(input.dataset.field ?? "")));
  };

  readonly onFocus = (event: FocusEvent) => {
    const field = fieldName(event.target);
    if (field) this.parts.reach.standAt({ row: this.parts.row, field });
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
    if (fieldName(event.target)) this.leave();
  };

  readonly nextAttendance = () => {
    const { store, row, rules } = this.parts;
    const state = store.rows.row(row)?.state;
    if (!state) return;
    const shown = shownValues(state);
    const next = nextAttendanceValues(shown, storedValues(state), rules);
    this.offer(clearedBy({ shown, next }, rules, this.wiped));
    store.type(row, next);
    this.rewrite();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => store.commit(row), REST_MS);
  };

  /** What the presses took away comes back, as a save like any other. */
  readonly putBackWiped = () => {
    const { store, row } = this.parts;
    if (this.wiped) store.type(row, this.wiped.before);
    this.offer(null);
    this.leave();
    // The button goes with the offer: the cursor stays in the row.
    document.querySelector<HTMLElement>(`#${rowId(row)} [data-field="attendance"]`)?.focus();
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
    const state = store.rows.row(row)?.state;
    if (element && state) writeFields(element, state, which);
  }

  private take(input: HTMLInputElement) {
    const { store, row, maxMark } = this.parts;
    const { field = "" } = input.dataset;
    const typed = typedField({ field, maxMark }, input.value, this.shown(field));
    if (typed.text !== input.value) input.value = typed.text;
    // A press that still rests would leave the row in the middle of the mark.
    clearTimeout(this.rest);
    store.type(row, { [field]: typed.value });
    this.offer(null);
    this.held = typed.note;
    this.note(typed.note);
  }

  private pasteOne(input: HTMLInputElement, text: string) {
    const { field = "" } = input.dataset;
    const fault = pasteFault(field, text);
    if (fault) return this.note(plainNote(fault));
    if (field === "mark") input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
    else input.value = text;
    this.take(input);
  }

  private find(event: KeyboardEvent, typed: string) {
    event.preventDefault();
    this.parts.reach.begin({ kind: "find", typed });
  }

  private note(note: Note | null) {
    this.parts.show(note);
    if (note) this.parts.say(note.words);
  }

  private offer(wiped: ClearedMark | null) {
    if (wiped === this.wiped) return;
    if (wiped && !this.wiped) this.parts.say("What was earned is taken away. The row offers it back.");
    this.wiped = wiped;
    this.parts.offer(wiped);
  }

  private shown(field: string): FieldValue {
    const state = this.parts.store.rows.row(this.parts.row)?.state;
    return (state && shownValues(state)[field]) ?? null;
  }

  private putBack(event: KeyboardEvent) {
    event.preventDefault();
    const { store, row, rules } = this.parts;
    const field = fieldName(event.target) ?? "";
    const together = atomicGroups(rules).filter((fields) => fields.includes(field));
    store.putBack(row, [field, ...together.flat()]);
    this.offer(null);
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
    this.parts.store.commit(this.parts.row);
    this.write("all");
    this.parts.show(this.held);
  }
}
