import type { ClipboardEvent, DragEvent, FocusEvent, KeyboardEvent, MouseEvent } from "react";
import { plainNote, type FieldKind } from "#fields/kind.ts";
import { earnedFields } from "#fields/mark.ts";
import type { Values } from "#fields/value.ts";
import type { Accepted } from "#saving/screen/field-controller.ts";
import {
  controlOf,
  fieldName,
  fieldNamed,
  focusBeside,
  selectedLength,
  setText,
  type Control,
} from "#saving/screen/field-dom.ts";
import type { FieldNote } from "#saving/screen/conflicts.rules.ts";
import { parseAttendance, type Attendance } from "#domain/attendance.ts";
import type { TestId } from "#domain/terms.ts";
import { NARROW } from "../sheet/sheet-look.ts";
import { AttendanceController } from "./attendance-controller.ts";
import { isHiddenByAbsence } from "./hidden-by-absence.ts";

const MOST_SHOWN = 20;

/** Tells whether several values were pasted. A spreadsheet ends even a single value with a line break. */
export function isMany(text: string): boolean {
  return /[\t\n\r]/.test(text.trim());
}

/**
 * Returns the reason why the field cannot take a pasted value, such as 'B+' in a field for marks; null when the field
 * can.
 */
export function pasteFault({ isPasteable, fault }: FieldKind, text: string): string | null {
  return isPasteable(text) ? null : `‘${text.slice(0, MOST_SHOWN)}’ was not entered. ${fault}`;
}

/** Letters typed one after another into a field for figures, and the row's values before them. */
type TypedLetters = { word: string; before: Values };

const SIDEWAYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

const LETTER = /^\p{L}$/u;

/** Controls a row of a mark sheet. Keys also set the attendance and find students, and columns can be pasted. */
export class RowController extends AttendanceController {
  /** A note about how the typed text was read, such as 100 of 150, until the row is edited again. */
  private held: FieldNote | null = null;
  /** One letter is an attendance or a slip of the finger; with the next letter it may begin a name. */
  private letters: TypedLetters | null = null;

  override get events() {
    const { onPaste, onDrop, onClick } = this;
    return { ...super.events, onPaste, onDrop, onClick };
  }

  /** Puts a single value into the field. A column, or names with marks, open a preview first. */
  readonly onPaste = (event: ClipboardEvent) => this.put(event, event.clipboardData);

  readonly onDrop = (event: DragEvent) => this.put(event, event.dataTransfer);

  override readonly onKeyDown = (event: KeyboardEvent) => {
    const { letters } = this;
    this.letters = null;
    if (!this.takeKey(event) && !this.goSideways(event)) this.takeLetter(event, letters);
  };

  override readonly onFocus = (event: FocusEvent) => {
    const field = fieldName(event.target);
    if (field) this.parts.commands.standAt({ row: this.parts.row, field });
    inputOf(event.target)?.select();
  };

  /**
   * Selects the text, so that typing replaces it: 68 typed after 64 would be clipped to 100. Chrome drops a selection
   * after a click into it, so the text is selected again in the next frame.
   */
  readonly onClick = (event: MouseEvent) => {
    const input = inputOf(event.target);
    if (input) requestAnimationFrame(() => input.select());
  };

  override commit() {
    super.commit();
    this.parts.show(this.held);
  }

  override rewrite() {
    this.held = null;
    super.rewrite();
  }

  /** Selects the letter, so that the next letter in a field of one character replaces it. */
  protected override take(control: Control) {
    super.take(control);
    if (this.kindOf(fieldName(control))?.control === "letter") inputOf(control)?.select();
  }

  protected override accept(field: string, accepted: Accepted) {
    super.accept(field, accepted);
    this.held = accepted.note && { ...accepted.note, field };
  }

  /**
   * Saves the last row on Enter, and offers the next subject. If a child's criteria are stacked, as on a phone, Enter
   * goes through them before the next child.
   */
  protected override goOn(from: HTMLElement, step: 1 | -1) {
    const isStacked = step === 1 && this.parts.rules.kind === "criteria" && window.matchMedia(NARROW).matches;
    if (isStacked && focusBeside(from, step, isHiddenByAbsence)) return;
    const column = isStacked ? this.firstCriterion() : null;
    if (this.parts.focusNext(column ?? from, step)) return;
    this.commit();
    inputOf(from)?.select();
    if (step === 1) this.parts.commands.reachEnd();
  }

  private firstCriterion() {
    return fieldNamed(this.parts.root() ?? document, earnedFields(this.parts.rules)[0] ?? "");
  }

  /** In a field of one character the arrow keys move to the fields beside it. */
  private goSideways(event: KeyboardEvent): boolean {
    const step = SIDEWAYS[event.key];
    const field = event.target as HTMLElement;
    if (!step || this.kindOf(fieldName(field))?.control === "line") return false;
    event.preventDefault();
    focusBeside(field, step, isHiddenByAbsence);
    return true;
  }

  private takeLetter(event: KeyboardEvent, letters: TypedLetters | null) {
    const { target, key } = event;
    const field = fieldName(target);
    const kind = this.kindOf(field);
    if (key === "/") return this.find(event, "");
    if (!inputOf(target) || !kind || key.length > 1 || kind.isTypable(key)) return;
    if (kind.control !== "letter" && isWritten(target)) return;
    event.preventDefault();
    const isSaid = this.isEarned(field) && LETTER.test(key) && this.takeWord(event, letters);
    if (!isSaid) this.note(plainNote(kind.fault), field);
  }

  /**
   * Reads letters as an absence or a name. If an 'a' turns out to begin a name, the absence is undone. Returns false
   * for letters that mean nothing.
   */
  private takeWord(event: KeyboardEvent, letters: TypedLetters | null): boolean {
    const { beginsName, rules } = this.parts;
    const before = letters?.before ?? this.result();
    const sheet = { testId: rules.testId, beginsName };
    const { word, attendance, isName } = readLetter(event.key, letters?.word ?? "", sheet);
    this.letters = { word, before };
    if (isName) {
      this.putBackResult(before);
      this.rewrite();
      this.find(event, word);
    } else if (this.kindOf("grade")) {
      return this.takeGrade(event.key);
    } else if (attendance !== null) {
      this.attendAs(attendance);
    }
    return isName || attendance !== null;
  }

  /** On a sheet with grades, 'A' is a grade and not an absence, and goes into the grade field. */
  private takeGrade(key: string): boolean {
    const field = fieldNamed(this.parts.root() ?? document, "grade");
    if (!field || !this.kindOf("grade")?.isTypable(key)) return false;
    setText(field, key);
    super.take(field);
    this.parts.say(`Grade ${field.value}`);
    return true;
  }

  private find(event: KeyboardEvent, typed: string) {
    event.preventDefault();
    this.parts.commands.begin({ kind: "find", typed });
  }

  private put(event: ClipboardEvent | DragEvent, given: DataTransfer) {
    const input = inputOf(event.target);
    const kind = this.kindOf(fieldName(event.target));
    if (!input || !kind) return;
    event.preventDefault();
    input.focus();
    const text = given.getData("text/plain");
    if (isMany(text)) this.parts.commands.begin({ kind: "paste", text });
    else this.pasteOne(input, kind, text.trim());
  }

  private pasteOne(input: HTMLInputElement, kind: FieldKind, text: string) {
    const fault = pasteFault(kind, text);
    if (fault) return this.note(plainNote(fault), fieldName(input));
    if (kind.control === "letter") input.value = text;
    else input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
    this.take(input);
  }
}

/** A letter after figures becomes part of the text, and the field reports that the text is not a number. */
function isWritten(target: EventTarget): boolean {
  const input = inputOf(target);
  return input !== null && selectedLength(input) < input.value.length;
}

function inputOf(target: EventTarget): HTMLInputElement | null {
  const control = controlOf(target);
  return control instanceof HTMLInputElement ? control : null;
}

type Sheet = {
  testId: TestId;
  /** Tells whether a student's name on the sheet begins with these letters. */
  beginsName: (letters: string) => boolean;
};

/** The meaning of letters in a field for figures: an attendance, or the beginning of a name. */
type Letters = { word: string; attendance: Attendance | null; isName: boolean };

/**
 * Reads 'a' and 'abs' as absent, and 'al' as Alexander if one is on the sheet. A letter that means nothing is
 * forgotten.
 */
export function readLetter(key: string, before: string, { testId, beginsName }: Sheet): Letters {
  const word = before + key.toLowerCase();
  const spelled = parseAttendance(word, testId);
  if (spelled !== null) return { word, attendance: spelled, isName: false };
  if (before !== "" && beginsName(word)) return { word, attendance: null, isName: true };
  const last = key.toLowerCase();
  return { word: last, attendance: parseAttendance(last, testId), isName: false };
}
