import { queryRow, queryRows, type ReadTransaction, type Transaction } from "../../index.ts";
import { AttendanceReason } from "../../models/attendance.ts";

export type AttendanceReasonRow = Pick<
  AttendanceReason,
  "reason" | "title" | "is_excused" | "is_offered" | "version"
>;

/** SQL: the title of the reason in an expression such as `e.reason`. */
export function reasonTitleSql(reason: string): string {
  return `(select z.title from attendance_reasons z where z.reason = ${reason})`;
}

export function listAttendanceReasons(t: ReadTransaction): Promise<AttendanceReasonRow[]> {
  return queryRows<AttendanceReasonRow>(
    `select reason, title, is_excused, is_offered, version
       from attendance_reasons
      order by reason = 'other', title collate names, reason`,
    {},
    t,
  );
}

export async function createAttendanceReason(
  row: Pick<AttendanceReason, "reason" | "title" | "is_excused">,
  t: Transaction,
): Promise<void> {
  await AttendanceReason.insert(row, t);
}

export async function updateAttendanceReason(
  { reason, ...change }: Pick<AttendanceReason, "reason" | "title" | "is_excused" | "is_offered">,
  t: Transaction,
): Promise<void> {
  await AttendanceReason.update(change, { reason }, t);
}

export async function deleteAttendanceReason(reason: string, t: Transaction): Promise<void> {
  await AttendanceReason.delete({ reason }, t);
}

export async function isReasonUsed(reason: string, t: ReadTransaction): Promise<boolean> {
  const found = await queryRow<{ used: boolean }>(
    `select exists (select 1 from attendance_entries where state <> 'P' and reason = $reason) as used order by used`,
    { reason },
    t,
  );
  return found?.used ?? false;
}
