import { ATTENDANCE_SHORT, ATTENDANCE_WORDS, attendancesOf } from "#domain/attendance.ts";
import type { Attendance } from "#domain/attendance.ts";
import { classes } from "#ui/classes.ts";

import type { RowViewProps } from "./sheet-row.tsx";
import type { SheetRow } from "../sheet/sheet.ts";

type AttendanceCellProps = RowViewProps & {
  attendance: Attendance;
  /** A field stands beside it; else it may use that field's room on a phone. */
  hasMain: boolean;
  onNext: () => void;
};

/** One press goes on to the next (T4); before scripts arrive it is a list that looks the same. */
export function AttendanceCell({
  sheet,
  loaded,
  hydrated,
  attendance,
  hasMain,
  onNext,
}: AttendanceCellProps) {
  return (
    <td
      className={classes("attendance", hasMain ? "col-start-4" : "col-start-5 text-right lg:text-left")}
      role="cell"
    >
      {hydrated ? (
        <button className="press" data-field="attendance" onClick={onNext} type="button">
          {ATTENDANCE_SHORT[attendance]}
          <span className="sr-only">
            : {ATTENDANCE_WORDS[attendance]}, {loaded.name}
          </span>
        </button>
      ) : (
        <>
          <input name={`base.${loaded.row}`} type="hidden" value={baseOf(loaded)} />
          <select
            aria-label={`Attendance, ${loaded.name}`}
            className="press"
            defaultValue={attendance}
            name={`attendance.${loaded.row}`}
          >
            {attendancesOf(sheet.rules.testId).map((each) => (
              <option key={each} value={each}>
                {ATTENDANCE_SHORT[each]}
              </option>
            ))}
          </select>
        </>
      )}
    </td>
  );
}

/** The version that the row was read at: until a colleague's change is decided, the one before it. */
function baseOf({ version, outcome }: SheetRow): number {
  return outcome?.state === "changed" ? outcome.base : version;
}
