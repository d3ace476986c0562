import type { ClipboardEvent, DragEvent, FocusEvent, KeyboardEvent, MouseEvent } from "react";
import { createTypedInputNote, type FieldKind } from "#fields/kind.ts";
import { listEarnedFields, type MarkRules } from "#fields/mark.ts";
import type { FieldValues } from "#fields/value.ts";
import {
  type AcceptedValue,
  FieldController,
  type ControllerDependencies,
} from "#saving/screen/field-controller.ts";
import {
  findControlOfEvent,
  fieldNameOfEvent,
  findFieldControl,
  focusAdjacentField,
  getSelectionLength,
  setControlText,
  type FormControl,
} from "#saving/screen/field-dom.ts";
import type { FieldInputNote } from "#saving/screen/conflicts.rules.ts";
import {
  parseAttendance,
  type TestAttendance,
  ATTENDANCE_WORDS,
  PRESENT_AT_TEST,
} from "#domain/attendance.ts";
import type { TestId } from "#domain/terms.ts";
import { NARROW_SCREEN_QUERY } from "../sheet/sheet-look.ts";
import {
  isHiddenByAbsence,
  findClearedMark,
  nextAttendanceValues,
  pickResultValues,
  clearOrRestoreMark,
  type ClearedMark,
} from "./sheet-values.rules.ts";
import { displayedValues, optimisticValues } from "#saving/client/row-state.ts";
import type { MarkSheetCommands } from "../bulk/tasks.ts";

const MOST_SHOWN = 20;

/** Tells whether the pasted text has several values. A spreadsheet adds a line break even to one value. */
export function hasSeveralValues(text: string): boolean {
  return /[\t\n\r]/.test(text.trim());
}

/**
 * Returns why a pasted value is not allowed in the field, such as 'B+' in a field for marks, or null if it is
 * allowed.
 */
export function findPasteError({ isPasteable, fault }: FieldKind, text: string): string | null {
  return isPasteable(text) ? null : `‘${text.slice(0, MOST_SHOWN)}’ was not entered. ${fault}`;
}

/** Letters typed one after the other into a field for figures, and the row's values before the first letter. */
type TypedLetters = { word: string; before: FieldValues };

const SIDEWAYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

const LETTER = /^\p{L}$/u;

/** Tells whether a field takes any text, such as the remark, in which letters and signs have no special meaning. */
export function isFreeText(kind: FieldKind | undefined): boolean {
  return kind?.control === "line" && kind.keyboard === "text";
}

type SheetRowDependencies = ControllerDependencies & {
  rules: MarkRules;
  /** Offers to restore the mark that was cleared by choosing an absence. Null withdraws the offer. */
  offerUndo: (cleared: ClearedMark | null) => void;
  commands: MarkSheetCommands;
  beginsName: (letters: string) => boolean;
};

/** Sets the attendance by button or letter key, and can restore the mark that an absence cleared. */
class AttendanceController extends FieldController<SheetRowDependencies> {
  private clearedMark: ClearedMark | null = null;

  readonly nextAttendance = () =>
    this.attend((shown, stored) => nextAttendanceValues(shown, stored, this.parts.rules));

  /** Restores the cleared mark and saves it like any other change. */
  readonly putBackCleared = () => {
    if (this.clearedMark) this.putBackResult(this.clearedMark.before);
    this.commit();
    // The button that has the focus disappears with the offer, so the focus moves to the attendance of the same row.
    this.parts.root()?.querySelector<HTMLElement>('[data-field="attendance"]')?.focus();
  };

  override takeBack(field: string) {
    super.takeBack(field);
    this.offerUndo(null);
  }

  protected override accept(field: string, accepted: AcceptedValue) {
    const { store, row } = this.parts;
    // Entering a mark makes the student present. This matters after the letter for absent, which leaves the cursor in
    // the field, so that a mark can be typed next.
    if (accepted.value !== null && this.isEarned(field) && this.result().attendance !== PRESENT_AT_TEST)
      store.type(row, { attendance: PRESENT_AT_TEST });
    super.accept(field, accepted);
    this.offerUndo(null);
  }

  protected attendAs(attendance: TestAttendance) {
    const { rules, say } = this.parts;
    say(ATTENDANCE_WORDS[attendance]);
    if (this.result().attendance === attendance) return;
    this.attend((shown, stored) => clearOrRestoreMark({ ...shown, attendance }, stored, rules));
  }

  protected putBackResult(before: FieldValues) {
    this.parts.store.type(this.parts.row, before);
    this.offerUndo(null);
  }

  protected result(): FieldValues {
    const state = this.state();
    return state ? pickResultValues(displayedValues(state), this.parts.rules) : {};
  }

  protected isEarned(field: string): boolean {
    return listEarnedFields(this.parts.rules).includes(field);
  }

  private attend(nextOf: (shown: FieldValues, stored: FieldValues) => FieldValues) {
    const { store, row, rules } = this.parts;
    const state = this.state();
    if (!state) return;
    const shown = displayedValues(state);
    const next = nextOf(shown, optimisticValues(state));
    this.offerUndo(findClearedMark({ shown, next }, rules, this.clearedMark));
    store.type(row, next);
    this.rewrite();
    store.commitAtRest(row);
  }

  private offerUndo(cleared: ClearedMark | null) {
    if (cleared === this.clearedMark) return;
    if (cleared && !this.clearedMark)
      this.parts.say("The mark was cleared. You can restore it from this row.");
    this.clearedMark = cleared;
    this.parts.offerUndo(cleared);
  }
}

/**
 * Controls a row of a mark sheet. Letter keys set the attendance or find a student, and whole columns can be pasted.
 */
export class MarkSheetRowController extends AttendanceController {
  /** A note on how the typed text was understood, such as 100 for 150. It is shown until the row is edited again. */
  private held: FieldInputNote | null = null;
  /** The letters typed so far. One letter sets an attendance; with a second letter, it begins a name. */
  private letters: TypedLetters | null = null;

  override get events() {
    const { onPaste, onDrop, onClick } = this;
    return { ...super.events, onPaste, onDrop, onClick };
  }

  /** Pastes a single value into the field. For a whole column, or for names with marks, opens a preview instead. */
  readonly onPaste = (event: ClipboardEvent) => this.put(event, event.clipboardData);

  readonly onDrop = (event: DragEvent) => this.put(event, event.dataTransfer);

  override readonly onKeyDown = (event: KeyboardEvent) => {
    const { letters } = this;
    this.letters = null;
    if (!this.takeKey(event) && !this.goSideways(event)) this.takeLetter(event, letters);
  };

  override readonly onFocus = (event: FocusEvent) => {
    const field = fieldNameOfEvent(event.target);
    if (field) this.parts.commands.standAt({ row: this.parts.row, field });
    this.select(event.target);
  };

  /**
   * Selects the text so that typing replaces it. Otherwise 68 typed after 64 would become 6468, which is limited to
   * 100. Chrome drops the selection after a click, so the text is selected again in the next frame.
   */
  readonly onClick = ({ target }: MouseEvent) => {
    requestAnimationFrame(() => this.select(target));
  };

  /** Selects the text of a field, except of a remark, in which people click where they want to write. */
  private select(target: EventTarget) {
    if (!isFreeText(this.kindOf(fieldNameOfEvent(target)))) inputOf(target)?.select();
  }

  override commit() {
    super.commit();
    this.parts.show(this.held);
  }

  override rewrite() {
    this.held = null;
    super.rewrite();
  }

  /** Selects the letter in a field of one character, so that typing another letter replaces it. */
  protected override take(control: FormControl) {
    super.take(control);
    if (this.kindOf(fieldNameOfEvent(control))?.control === "letter") inputOf(control)?.select();
  }

  protected override accept(field: string, accepted: AcceptedValue) {
    super.accept(field, accepted);
    this.held = accepted.note && { ...accepted.note, field };
  }

  /**
   * Moves to the next row. After the last row, saves that row and offers the next subject. If criteria are stacked, as
   * on a phone, goes through all criteria of a child before moving to the next child.
   */
  protected override goOn(from: HTMLElement, step: 1 | -1) {
    const isStacked =
      step === 1 && this.parts.rules.kind === "criteria" && window.matchMedia(NARROW_SCREEN_QUERY).matches;
    if (isStacked && focusAdjacentField(from, step, isHiddenByAbsence)) return;
    const column = isStacked ? this.firstCriterion() : null;
    if (this.parts.focusNext(column ?? from, step)) return;
    this.commit();
    inputOf(from)?.select();
    if (step === 1) this.parts.commands.reachEnd();
  }

  private firstCriterion() {
    return findFieldControl(this.parts.root() ?? document, listEarnedFields(this.parts.rules)[0] ?? "");
  }

  /** Moves to a neighbouring field with the arrow keys, which in longer text would move the cursor. */
  private goSideways(event: KeyboardEvent): boolean {
    const step = SIDEWAYS[event.key];
    const field = event.target as HTMLElement;
    if (!step || this.kindOf(fieldNameOfEvent(field))?.control === "line") return false;
    event.preventDefault();
    focusAdjacentField(field, step, isHiddenByAbsence);
    return true;
  }

  private takeLetter(event: KeyboardEvent, letters: TypedLetters | null) {
    const { target, key } = event;
    const field = fieldNameOfEvent(target);
    const kind = this.kindOf(field);
    if (isFreeText(kind)) return;
    if (key === "/") return this.find(event, "");
    if (!inputOf(target) || !kind || key.length > 1 || kind.isTypable(key)) return;
    if (kind.control !== "letter" && isWritten(target)) return;
    event.preventDefault();
    const isSaid = this.isEarned(field) && LETTER.test(key) && this.takeWord(event, letters);
    if (!isSaid) this.note(createTypedInputNote(kind.fault), field);
  }

  /**
   * Interprets letters as an absence or the beginning of a name. If 'a' turns out to begin a name, the absence is
   * undone. Returns false for letters with neither meaning.
   */
  private takeWord(event: KeyboardEvent, letters: TypedLetters | null): boolean {
    const { beginsName, rules } = this.parts;
    const before = letters?.before ?? this.result();
    const sheet = { testId: rules.testId, beginsName };
    const { word, attendance, isName } = interpretLetter(event.key, letters?.word ?? "", sheet);
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

  /**
   * Enters a grade. On a sheet with grades 'A' is a grade and not an absence, so the letter goes into the grade
   * field.
   */
  private takeGrade(key: string): boolean {
    const field = findFieldControl(this.parts.root() ?? document, "grade");
    if (!field || !this.kindOf("grade")?.isTypable(key)) return false;
    setControlText(field, key);
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
    const kind = this.kindOf(fieldNameOfEvent(event.target));
    if (!input || !kind) return;
    event.preventDefault();
    input.focus();
    const text = given.getData("text/plain");
    if (hasSeveralValues(text)) this.parts.commands.begin({ kind: "paste", text });
    else this.pasteOne(input, kind, text.trim());
  }

  private pasteOne(input: HTMLInputElement, kind: FieldKind, text: string) {
    const fault = findPasteError(kind, text);
    if (fault) return this.note(createTypedInputNote(fault), fieldNameOfEvent(input));
    if (kind.control === "letter") input.value = text;
    else input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
    this.take(input);
  }
}

/** Tells whether a letter would follow digits. In that case the field reports that the text is not a number. */
function isWritten(target: EventTarget): boolean {
  const input = inputOf(target);
  return input !== null && getSelectionLength(input) < input.value.length;
}

function inputOf(target: EventTarget): HTMLInputElement | null {
  const control = findControlOfEvent(target);
  return control instanceof HTMLInputElement ? control : null;
}

type Sheet = {
  testId: TestId;
  beginsName: (letters: string) => boolean;
};

/** The meaning of letters typed into a mark field: an attendance, the beginning of a name, or nothing. */
type Letters = { word: string; attendance: TestAttendance | null; isName: boolean };

/** Interprets 'a' and 'abs' as absent, and 'al' as Alexander if there is a student of that name. */
export function interpretLetter(key: string, before: string, { testId, beginsName }: Sheet): Letters {
  const word = before + key.toLowerCase();
  const spelled = parseAttendance(word, testId);
  if (spelled !== null) return { word, attendance: spelled, isName: false };
  if (before !== "" && beginsName(word)) return { word, attendance: null, isName: true };
  const last = key.toLowerCase();
  return { word: last, attendance: parseAttendance(last, testId), isName: false };
}
