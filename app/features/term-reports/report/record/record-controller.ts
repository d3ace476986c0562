import type { ClipboardEvent, FocusEvent, FormEvent, KeyboardEvent } from "react";

import type { FieldValue } from "#fields/value.ts";
import { storedValues } from "#saving/client/row-state.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";

import { cutWords, fullWords, insertedText, lengthLimit, typedText } from "./field-text.rules.ts";
import {
  controlOf,
  fieldNamed,
  focusNeighbour,
  grow,
  isChoice,
  isFull,
  isRadio,
  radioByKey,
  selectedLength,
  writeFields,
} from "./report-fields.ts";
import type { Control } from "./report-fields.ts";
import { atomicGroupOf } from "../../save/record.rules.ts";

/** What a field has to say about what was just done in it; `emptied` offers to clear what is stored. */
export type Note = { field: string; words: string; emptied?: boolean };

type RecordParts = {
  store: SavingStore;
  row: string;
  /** Beside the field, until the next act; null when there is nothing to say. */
  show: (note: Note | null) => void;
  /** To who listens. */
  say: (words: string) => void;
};

/** Choices follow each other: saving waits until the hand rests, so that ten ratings are few saves. */
const REST_MS = 900;

const EMPTIED = "An empty comment is not saved: the one before stands.";

/** What hands do to one record: typing, choosing and leaving, and the keys that go from field to field. */
export class RecordController {
  private readonly parts: RecordParts;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private form: HTMLFormElement | null = null;
  /** Texts that the cursor has been in. */
  private readonly visited = new Set<string>();
  /** Said of a text that was put in, once the field holds what fits of it. */
  private cut: string | null = null;

  constructor(parts: RecordParts) {
    this.parts = parts;
  }

  readonly setForm = (form: HTMLFormElement | null) => {
    this.form = form;
  };

  readonly onInput = (event: FormEvent) => {
    const control = controlOf(event.target);
    if (!control) return;
    if (isChoice(control)) return this.choose(control.name, control.value || null);
    this.type(control);
  };

  readonly onKeyDown = (event: KeyboardEvent) => {
    const control = controlOf(event.target);
    if (!control || event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (event.key === "Escape") return this.putBack(control, event);
    if (isRadio(control)) return this.chooseByKey(control, event);
    if (control instanceof HTMLInputElement && GOING[event.key]) return this.goOn(control, event);
    if (event.key.length === 1 && isFull(control))
      this.note({ field: control.name, words: fullWords(control.name) });
  };

  readonly onPaste = (event: ClipboardEvent) => {
    const control = controlOf(event.target);
    if (!control || isChoice(control) || control instanceof HTMLSelectElement) return;
    const room = lengthLimit(control.name) - control.value.length + selectedLength(control);
    this.cut = cutWords(control.name, { text: event.clipboardData.getData("text/plain"), room });
    if (this.cut) this.note({ field: control.name, words: this.cut });
  };

  /** Typing would hold up a choice that still rests. */
  readonly onFocus = (event: FocusEvent) => {
    const control = controlOf(event.target);
    if (!control || isChoice(control)) return;
    this.visited.add(control.name);
    this.flush();
  };

  /** A field is left for another; of ratings the panel, so that ten of them are few saves. */
  readonly onBlur = (event: FocusEvent) => {
    const control = controlOf(event.target);
    if (!control) return;
    const goesTo = controlOf(event.relatedTarget);
    if (isChoice(control) && goesTo && isChoice(goesTo)) return;
    this.leave();
  };

  /** All that is typed may be sent now. */
  readonly leave = () => {
    this.flush();
    this.parts.store.commit(this.parts.row);
    this.write("all");
  };

  readonly clearComment = (field: string) => {
    this.parts.store.type(this.parts.row, { [field]: null });
    this.parts.show(null);
    this.leave();
  };

  /** A phrase of the comment bank, where the cursor was last; what does not fit is not put in. */
  insert(field: string, phrase: string): void {
    const area = this.form && fieldNamed(this.form, field);
    if (!(area instanceof HTMLTextAreaElement)) return;
    // A text that nobody has been in has its cursor nowhere: then a phrase goes to its end.
    if (!this.visited.has(field)) area.setSelectionRange(area.value.length, area.value.length);
    const { text, cursor } = insertedText(area, phrase);
    if (text.length > lengthLimit(field)) {
      this.note({ field, words: cutWords(field, { text, room: lengthLimit(field) }) ?? fullWords(field) });
    } else {
      area.value = text;
      this.type(area);
    }
    area.setSelectionRange(cursor, cursor);
  }

  focus(field: string): void {
    if (this.form) fieldNamed(this.form, field)?.focus();
  }

  /** What was typed in a field is given up; what was left in others goes on. */
  takeBack(field: string): void {
    clearTimeout(this.rest);
    this.parts.store.putBack(this.parts.row, atomicGroupOf(field));
    this.rewrite();
  }

  /** After an act that decides the record's values: also the field in hand shows them. */
  readonly rewrite = () => {
    this.write("all");
    this.parts.show(null);
  };

  /** What the server answered, into every field that nobody is typing in. */
  write(which: "untouched" | "all") {
    const { store, row } = this.parts;
    const state = store.rows.row(row)?.state;
    if (this.form && state) writeFields(this.form, state, which);
  }

  private type(control: Control) {
    const { store, row } = this.parts;
    const { name: field } = control;
    const typed = typedText(field, control.value);
    if (typed.text !== control.value) control.value = typed.text;
    if (control instanceof HTMLTextAreaElement) grow(control);
    const isEmptied = field === "teacher_comment" && typed.value === null && this.settled(field) !== null;
    // T5: the teacher's comment is saved only if not empty.
    store.type(row, { [field]: isEmptied ? this.settled(field) : typed.value });
    if (isEmptied) return this.note({ field, words: EMPTIED, emptied: true });
    const words = typed.note ?? this.cut;
    this.cut = null;
    this.note(words ? { field, words } : null);
  }

  private choose(field: string, value: FieldValue) {
    const { store, row, show } = this.parts;
    store.type(row, { [field]: value });
    show(null);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => store.commit(row), REST_MS);
  }

  private chooseByKey(control: HTMLInputElement, event: KeyboardEvent) {
    const chosen = radioByKey(control, event.key);
    if (chosen === undefined) return GOING[event.key] ? this.goOn(control, event) : undefined;
    event.preventDefault();
    this.choose(control.name, chosen?.value ?? null);
    if (chosen && !focusNeighbour(control, 1)) chosen.focus();
  }

  private goOn(control: Control, event: KeyboardEvent) {
    event.preventDefault();
    focusNeighbour(control, GOING[event.key] ?? 1);
  }

  private putBack(control: Control, event: KeyboardEvent) {
    event.preventDefault();
    clearTimeout(this.rest);
    this.parts.store.putBack(this.parts.row, [control.name]);
    this.rewrite();
  }

  private flush() {
    if (this.rest === undefined) return;
    clearTimeout(this.rest);
    this.rest = undefined;
    this.parts.store.commit(this.parts.row);
  }

  private settled(field: string): FieldValue {
    const state = this.parts.store.rows.row(this.parts.row)?.state;
    return (state && storedValues(state)[field]) ?? null;
  }

  private note(note: Note | null) {
    this.parts.show(note);
    if (note) this.parts.say(note.words);
  }
}

const GOING: Readonly<Record<string, 1 | -1>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };
