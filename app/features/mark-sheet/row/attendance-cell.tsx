import { ATTENDANCE_SHORT, ATTENDANCE_WORDS, attendancesOf, type Attendance } from "#domain/attendance.ts";
import { baseOf } from "#saving/protocol/loaded-row.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { classes } from "#ui/classes.ts";

import { useSheet } from "../sheet/sheet-context.ts";
import type { SheetRow } from "../sheet/sheet.ts";

type AttendanceCellProps = {
  loaded: SheetRow;
  attendance: Attendance;
  /** A field stands beside it; else it may use that field's room on a phone. */
  hasMain: boolean;
  onNext: () => void;
};

/** One press goes on to the next (T4); before scripts arrive it is a list that looks the same. */
export function AttendanceCell({ loaded, attendance, hasMain, onNext }: AttendanceCellProps) {
  const { hydrated } = useSaving();
  const { sheet } = useSheet();
  return (
    <td
      className={classes(
        "attendance",
        hasMain ? "max-lg:col-start-4" : "max-lg:col-start-5 max-lg:text-right",
      )}
      role="cell"
    >
      {hydrated ? (
        <button className="press" data-field="attendance" onClick={onNext} type="button">
          <span>{ATTENDANCE_SHORT[attendance]}</span>
          <span className="sr-only">{`: ${ATTENDANCE_WORDS[attendance]}, ${loaded.name}`}</span>
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
