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
import type { FieldNote } from "#saving/screen/field-notes.rules.ts";
import { attendanceSpelled, type Attendance } from "#domain/attendance.ts";
import type { TestId } from "#domain/terms.ts";
import { NARROW } from "../sheet/sheet-look.ts";
import { AttendanceController } from "./attendance-controller.ts";
import { isAway } from "./is-away.ts";

const MOST_SHOWN = 20;

/** Whether more than one value was pasted; a spreadsheet ends even one with a line break. */
export function isMany(text: string): boolean {
  return /[\t\n\r]/.test(text.trim());
}

/** Why a pasted value has no place in the field, or null: 'B+' would be nothing there. */
export function pasteFault({ isPasteable, fault }: FieldKind, text: string): string | null {
  return isPasteable(text) ? null : `‘${text.slice(0, MOST_SHOWN)}’ was not taken. ${fault}`;
}

/** Letters typed one after the other in a field for figures, and what the row held before them. */
type TypedLetters = { word: string; before: Values };

const SIDEWAYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

const LETTER = /^\p{L}$/u;

/** A row of a mark sheet: its keys also say who is away and find students, and columns can be pasted. */
export class RowController extends AttendanceController {
  /** What was made of the typed text, such as 100 of 150: it stands until the row is edited again. */
  private held: FieldNote | null = null;
  /** One letter is an attendance or a slip of the finger; with the next it may begin a name. */
  private letters: TypedLetters | null = null;

  override get events() {
    const { onPaste, onDrop, onClick } = this;
    return { ...super.events, onPaste, onDrop, onClick };
  }

  /** One value goes into the field; a column, or names with marks, are shown before any is written. */
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
   * What is typed takes the place of what is there: 68 behind 64 would be 100. Chrome gives a selection up after the
   * click that was made into it, so it is made once more then.
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

  /** What is typed next in a field of one character takes its place. */
  protected override take(control: Control) {
    super.take(control);
    if (this.kindOf(fieldName(control))?.control === "letter") inputOf(control)?.select();
  }

  protected override accept(field: string, accepted: Accepted) {
    super.accept(field, accepted);
    this.held = accepted.note && { ...accepted.note, field };
  }

  /**
   * Enter in the last row saves it, and offers the next subject. Where a child's criteria stand under each other they are
   * gone through before the next child.
   */
  protected override goOn(from: HTMLElement, step: 1 | -1) {
    const isStacked = step === 1 && this.parts.rules.kind === "criteria" && window.matchMedia(NARROW).matches;
    if (isStacked && focusBeside(from, step, isAway)) return;
    const column = isStacked ? this.firstCriterion() : null;
    if (this.parts.focusNext(column ?? from, step)) return;
    this.commit();
    inputOf(from)?.select();
    if (step === 1) this.parts.commands.reachEnd();
  }

  private firstCriterion() {
    return fieldNamed(this.parts.root() ?? document, earnedFields(this.parts.rules)[0] ?? "");
  }

  /** In one character there is no way to go: the arrows lead to the fields beside it. */
  private goSideways(event: KeyboardEvent): boolean {
    const step = SIDEWAYS[event.key];
    const field = event.target as HTMLElement;
    if (!step || this.kindOf(fieldName(field))?.control === "line") return false;
    event.preventDefault();
    focusBeside(field, step, isAway);
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

  /** A name that begins with an 'a' was no absence: that is taken back. @returns whether the letter says anything */
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

  /** Where a grade is given, 'A' is that and nobody is absent; it goes into its own field. */
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

/** What is typed behind figures is part of them, and the field says that it is no number. */
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
  /** Whether a student of the sheet is so called. */
  beginsName: (letters: string) => boolean;
};

/** What letters in a field for figures say: who is away, or whom somebody looks for. */
type Letters = { word: string; attendance: Attendance | null; isName: boolean };

/** 'a' and 'abs' are absent, 'al' is Alexander where one is on the sheet; a letter that says nothing is forgotten. */
export function readLetter(key: string, before: string, { testId, beginsName }: Sheet): Letters {
  const word = before + key.toLowerCase();
  const spelled = attendanceSpelled(word, testId);
  if (spelled !== null) return { word, attendance: spelled, isName: false };
  if (before !== "" && beginsName(word)) return { word, attendance: null, isName: true };
  const last = key.toLowerCase();
  return { word: last, attendance: attendanceSpelled(last, testId), isName: false };
}
