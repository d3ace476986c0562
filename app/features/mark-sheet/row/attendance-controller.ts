import { ATTENDANCE_WORDS, PRESENT, type Attendance } from "#domain/attendance.ts";
import { earnedFields, type MarkRules } from "#fields/mark.ts";
import type { Values } from "#fields/value.ts";
import { shownValues, storedValues } from "#saving/client/row-state.ts";
import { FieldController, type Accepted, type ControllerParts } from "#saving/screen/field-controller.ts";

import type { SheetCommands } from "../bulk/tasks.ts";
import {
  clearedBy,
  nextAttendanceValues,
  resultOf,
  withAttendance,
  type ClearedMark,
} from "./sheet-values.rules.ts";

export type RowParts = ControllerParts & {
  rules: MarkRules;
  /** What presses on the attendance took away, and the row can put back; null when nothing. */
  offerUndo: (cleared: ClearedMark | null) => void;
  commands: SheetCommands;
  /** Whether a student of the sheet is so called. */
  beginsName: (letters: string) => boolean;
};

/** Whether somebody came, by presses and by letters; the mark that goes with it can be put back. */
export class AttendanceController extends FieldController<RowParts> {
  private clearedMark: ClearedMark | null = null;

  readonly nextAttendance = () =>
    this.attend((shown, stored) => nextAttendanceValues(shown, stored, this.parts.rules));

  /** What the presses took away comes back, as a save like any other. */
  readonly putBackCleared = () => {
    if (this.clearedMark) this.putBackResult(this.clearedMark.before);
    this.commit();
    // The button goes with the offer: the cursor stays in the row.
    this.parts.root()?.querySelector<HTMLElement>('[data-field="attendance"]')?.focus();
  };

  override takeBack(field: string) {
    super.takeBack(field);
    this.offerUndo(null);
  }

  protected override accept(field: string, accepted: Accepted) {
    const { store, row } = this.parts;
    // Who has a mark was there: the cursor stays in the field of who was just marked absent.
    if (accepted.value !== null && this.isEarned(field) && this.result().attendance !== PRESENT)
      store.type(row, { attendance: PRESENT });
    super.accept(field, accepted);
    this.offerUndo(null);
  }

  protected attendAs(attendance: Attendance) {
    const { rules, say } = this.parts;
    say(ATTENDANCE_WORDS[attendance]);
    if (this.result().attendance === attendance) return;
    this.attend((shown, stored) => withAttendance({ ...shown, attendance }, stored, rules));
  }

  protected putBackResult(before: Values) {
    this.parts.store.type(this.parts.row, before);
    this.offerUndo(null);
  }

  /** What the row says now of whether somebody came and what they earned. */
  protected result(): Values {
    const state = this.state();
    return state ? resultOf(shownValues(state), this.parts.rules) : {};
  }

  protected isEarned(field: string): boolean {
    return earnedFields(this.parts.rules).includes(field);
  }

  private attend(nextOf: (shown: Values, stored: Values) => Values) {
    const { store, row, rules } = this.parts;
    const state = this.state();
    if (!state) return;
    const shown = shownValues(state);
    const next = nextOf(shown, storedValues(state));
    this.offerUndo(clearedBy({ shown, next }, rules, this.clearedMark));
    store.type(row, next);
    this.rewrite();
    store.commitAtRest(row);
  }

  private offerUndo(cleared: ClearedMark | null) {
    if (cleared === this.clearedMark) return;
    if (cleared && !this.clearedMark)
      this.parts.say("What was earned is taken away. The row offers it back.");
    this.clearedMark = cleared;
    this.parts.offerUndo(cleared);
  }
}
