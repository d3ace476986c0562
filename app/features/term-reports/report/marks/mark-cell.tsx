import { ATTENDANCE_SHORT, PRESENT } from "#domain/attendance.ts";

import { classes } from "#ui/classes.ts";

import type { SubjectRow, TestResult } from "../report.ts";

type MarkCellProps = TestResult & {
  of: Pick<SubjectRow, "max_mark" | "isGraded">;
  /** Said under the subject where it is narrow. */
  wideOnly: boolean;
};

/** A mark, 'Abs', 'NW', or a dash where one is still to come; what it is out of where the row's Max Mark says another. */
export function MarkCell({ mark, most, attendance, of: { max_mark, isGraded }, wideOnly }: MarkCellProps) {
  const isAway = attendance !== PRESENT;
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
