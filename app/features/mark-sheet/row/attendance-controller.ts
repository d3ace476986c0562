import { ATTENDANCE_WORDS, PRESENT_AT_TEST, type TestAttendance } from "#domain/attendance.ts";
import { listEarnedFields, type MarkRules } from "#fields/mark.ts";
import type { FieldValues } from "#fields/value.ts";
import { displayedValues, storedValues } from "#saving/client/row-state.ts";
import {
  FieldController,
  type AcceptedValue,
  type ControllerDependencies,
} from "#saving/screen/field-controller.ts";
import type { SheetCommands } from "../bulk/tasks.ts";
import {
  findClearedMark,
  nextAttendanceValues,
  pickResultValues,
  clearOrRestoreMark,
  type ClearedMark,
} from "./sheet-values.rules.ts";

export type SheetRowDependencies = ControllerDependencies & {
  rules: MarkRules;
  /** Offers to restore the mark that was cleared by choosing an absence. Null withdraws the offer. */
  offerUndo: (cleared: ClearedMark | null) => void;
  commands: SheetCommands;
  beginsName: (letters: string) => boolean;
};

/** Sets the attendance by button or letter key, and can restore the mark that an absence cleared. */
export class AttendanceController extends FieldController<SheetRowDependencies> {
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
    const next = nextOf(shown, storedValues(state));
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
