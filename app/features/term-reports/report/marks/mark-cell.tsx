import { ATTENDANCE_SHORT, PRESENT } from "#domain/attendance.ts";
import type { Attendance } from "#domain/attendance.ts";

import { classes } from "#ui/classes.ts";

import type { SubjectRow } from "../report.ts";

type MarkCellProps = {
  mark: number | null;
  /** What it is out of: said where it is not what the row's Max Mark says. */
  most: number | null;
  attendance: Attendance | null;
  of: Pick<SubjectRow, "max_mark" | "isGraded">;
  /** Said under the subject where it is narrow. */
  wideOnly?: boolean;
};

/** A mark, 'Abs', 'NW', or a dash where one is still to come. */
export function MarkCell({
  mark,
  most,
  attendance,
  of: { max_mark, isGraded },
  wideOnly = false,
}: MarkCellProps) {
  const isAway = attendance !== null && attendance !== PRESENT;
  return (
    <td className={classes("whitespace-nowrap text-right", wideOnly && "max-lg:hidden")}>
      {isAway
        ? ATTENDANCE_SHORT[attendance]
        : (mark ?? (isGraded ? "" : <span className="text-muted">–</span>))}
      {!isAway && mark !== null && most !== null && most !== max_mark ? (
        <span className="text-13 text-muted">/{most}</span>
      ) : null}
    </td>
  );
}
