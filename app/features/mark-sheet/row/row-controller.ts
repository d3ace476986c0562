import type { ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent } from "react";

import { plainNote, type FieldKind } from "#fields/kind.ts";
import { storedValues, shownValues } from "#saving/client/row-state.ts";
import { FieldController, type Accepted, type ControllerParts } from "#saving/screen/field-controller.ts";
import { controlOf, fieldName } from "#saving/screen/field-dom.ts";
import type { FieldNote } from "#saving/screen/field-notes.rules.ts";

import type { MarkRules } from "#fields/mark.ts";
import type { SheetCommands } from "../bulk/tasks.ts";
import { isMany, pasteFault } from "./paste-one.rules.ts";
import { nextAttendanceValues, clearedBy, type ClearedMark } from "./sheet-values.rules.ts";

type RowParts = ControllerParts & {
  rules: MarkRules;
  /** What presses on the attendance took away, and the row can put back; null when nothing. */
  offerUndo: (cleared: ClearedMark | null) => void;
  commands: SheetCommands;
};

const LETTER = /^\p{L}$/u;

/** A row of a mark sheet: its keys also find students, columns can be pasted, and presses change the attendance. */
export class RowController extends FieldController<RowParts> {
  /** What was made of the typed text, such as 100 of 150: it stands until the row is edited again. */
  private held: FieldNote | null = null;
  private clearedMark: ClearedMark | null = null;
  /** A letter that has no place in the field. One is a slip of the finger, two are the beginning of a name. */
  private letter = "";

  /** One value goes into the field; a column, or names with marks, are shown before any is written. */
  readonly onPaste = (event: ClipboardEvent) => {
    const input = inputOf(event.target);
    const kind = this.kindOf(fieldName(event.target));
    if (!input || !kind) return;
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    if (isMany(text)) this.parts.commands.begin({ kind: "paste", text });
    else this.pasteOne(input, kind, text.trim());
  };

  override readonly onKeyDown = (event: KeyboardEvent) => {
    const { letter } = this;
    this.letter = "";
    if (!this.takeKey(event)) this.takeLetter(event, letter);
  };

  override readonly onFocus = (event: FocusEvent) => {
    const field = fieldName(event.target);
    if (field) this.parts.commands.standAt({ row: this.parts.row, field });
    inputOf(event.target)?.select();
  };

  /**
   * What is typed takes the place of what is there: 68 behind 64 would be 100. Chrome gives a selection up after the
   * click that was made into it, so it is made once more then.
   */
  readonly onClick = (event: MouseEvent) => {
    const input = inputOf(event.target);
    if (input) requestAnimationFrame(() => input.select());
  };

  readonly nextAttendance = () => {
    const { store, row, rules } = this.parts;
    const state = this.state();
    if (!state) return;
    const shown = shownValues(state);
    const next = nextAttendanceValues(shown, storedValues(state), rules);
    this.offerUndo(clearedBy({ shown, next }, rules, this.clearedMark));
    store.type(row, next);
    this.rewrite();
    this.commitAtRest();
  };

  /** What the presses took away comes back, as a save like any other. */
  readonly putBackCleared = () => {
    const { store, row, root } = this.parts;
    if (this.clearedMark) store.type(row, this.clearedMark.before);
    this.offerUndo(null);
    this.commit();
    // The button goes with the offer: the cursor stays in the row.
    root()?.querySelector<HTMLElement>('[data-field="attendance"]')?.focus();
  };

  override commit() {
    super.commit();
    this.parts.show(this.held);
  }

  override takeBack(field: string) {
    super.takeBack(field);
    this.offerUndo(null);
  }

  override rewrite() {
    this.held = null;
    super.rewrite();
  }

  protected override accept(field: string, accepted: Accepted) {
    super.accept(field, accepted);
    this.held = accepted.note && { ...accepted.note, field };
    this.offerUndo(null);
  }

  /** Enter in the last row saves it. */
  protected override goOn(from: HTMLElement, step: 1 | -1) {
    if (this.parts.focusNext(from, step)) return;
    this.commit();
    inputOf(from)?.select();
  }

  private takeLetter(event: KeyboardEvent, before: string) {
    const { target, key } = event;
    const kind = this.kindOf(fieldName(target));
    if (key === "/") return this.find(event, "");
    if (!inputOf(target) || !kind || key.length > 1 || kind.isTypable(key)) return;
    if (before && LETTER.test(key)) return this.find(event, before + key);
    event.preventDefault();
    this.letter = kind.control === "line" && LETTER.test(key) ? key : "";
    this.note(plainNote(kind.fault), fieldName(target));
  }

  private find(event: KeyboardEvent, typed: string) {
    event.preventDefault();
    this.parts.commands.begin({ kind: "find", typed });
  }

  private pasteOne(input: HTMLInputElement, kind: FieldKind, text: string) {
    const fault = pasteFault(kind, text);
    if (fault) return this.note(plainNote(fault), fieldName(input));
    if (kind.control === "letter") input.value = text;
    else input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
    this.take(input);
  }

  private offerUndo(cleared: ClearedMark | null) {
    if (cleared === this.clearedMark) return;
    if (cleared && !this.clearedMark)
      this.parts.say("What was earned is taken away. The row offers it back.");
    this.clearedMark = cleared;
    this.parts.offerUndo(cleared);
  }
}

function inputOf(target: EventTarget): HTMLInputElement | null {
  const control = controlOf(target);
  return control instanceof HTMLInputElement ? control : null;
}
