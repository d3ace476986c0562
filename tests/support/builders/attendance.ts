import { transaction } from "#db/index.ts";
import { AttendanceEntry, AttendanceRegister, OpenedDay, SchoolHoliday } from "#db/models/attendance.ts";
import type { AttendanceState } from "#domain/daily/attendance-states.ts";
import { TEST } from "./school.ts";

type Said = { state: AttendanceState; reason?: string; note?: string };
type Entry = readonly [student: { id: number }, said: AttendanceState | Said];

type RegisterOptions = { day: string; session?: number; by: { accountId: number }; markedAt?: string };

/** Creates a register with these entries, as if a teacher had marked the register. */
export async function markRegister(
  { classId }: { classId: number },
  entries: readonly Entry[],
  { day, session = 1, by, markedAt = `${day}T08:12:00-04:00` }: RegisterOptions,
): Promise<void> {
  await transaction(TEST, async (t) => {
    const key = { class_id: classId, day, session };
    await AttendanceRegister.insert({ ...key, marked_by: by.accountId, marked_at: markedAt }, t);
    for (const [student, said] of entries) {
      const row = typeof said === "string" ? { state: said } : said;
      await AttendanceEntry.insert({ student_key: student.id, ...key, ...row }, t);
    }
  });
}

export async function createHoliday(
  title: string,
  from_date: string,
  to_date: string = from_date,
): Promise<void> {
  await transaction(TEST, (t) => SchoolHoliday.insert({ title, from_date, to_date }, t));
}

export async function openSchoolDay(day: string): Promise<void> {
  await transaction(TEST, (t) => OpenedDay.insert({ day }, t));
}
