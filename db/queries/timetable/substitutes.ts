import { queryRow, queryRows, runQuery, type Transaction } from "../../index.ts";
import { Substitute } from "../../models/classes.ts";
import type { Employee } from "../../models/people.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { TODAY_SQL } from "../parts.ts";
import type { ScopedLesson } from "../visible.ts";

/** Locks the lessons among these that belong to the employee in the year and have not ended. */
export function lockLessonsOf(
  params: { employeeId: number; academicYearId: number; lessonIds: readonly number[] },
  t: Transaction,
): Promise<Pick<ScopedLesson, "lesson_id">[]> {
  return queryRows<Pick<ScopedLesson, "lesson_id">>(
    `select l.lesson_id
       from lessons l
       join classes c using (class_id)
      where l.lesson_id = any ($lessonIds::integer[]) and l.employee_id = $employeeId and l.ended_on is null
        and c.academic_year_id = $academicYearId
      order by l.lesson_id
        for update of l`,
    params,
    t,
  );
}

export type SubstitutedLesson = Pick<ScopedLesson, "subject" | "class_label"> &
  Pick<Employee, "first_name" | "last_name"> &
  Pick<Substitute, "from_date" | "to_date">;

/** Finds the first of these lessons that has a substitute on at least one of these days. */
export function findLessonWithSubstitute(
  params: { lessonIds: readonly number[]; from: string; to: string },
  t: Transaction,
): Promise<SubstitutedLesson | null> {
  return queryRow<SubstitutedLesson>(
    `select s.title as subject, c.label as class_label, e.first_name, e.last_name, b.from_date::text as from_date,
            b.to_date::text as to_date
       from substitutes b
       join lessons l using (lesson_id)
       join subjects s using (subject_id)
       join classes c using (class_id)
       join employees e on e.employee_id = b.employee_id
      where b.lesson_id = any ($lessonIds::integer[]) and b.from_date <= $to::date and b.to_date >= $from::date
      order by b.from_date, b.substitute_id
      limit 1`,
    params,
    t,
  );
}

export async function createSubstitutes(
  params: { lessonIds: readonly number[]; substituteId: number; from: string; to: string },
  t: TermTransaction,
): Promise<void> {
  const days = { employee_id: params.substituteId, from_date: params.from, to_date: params.to };
  for (const lesson_id of params.lessonIds) await Substitute.insert({ lesson_id, ...days }, t);
}

/** Ends a substitution today, or deletes it if it has not begun. Returns false when none is valid today or later. */
export async function endSubstitute(
  params: { substituteId: number; employeeId: number },
  t: TermTransaction,
): Promise<boolean> {
  const found = await queryRow<Pick<Substitute, "substitute_id"> & { has_begun: boolean }>(
    `select b.substitute_id, b.from_date < ${TODAY_SQL} as has_begun
       from substitutes b
       join lessons l using (lesson_id)
      cross join schools o
      where b.substitute_id = $substituteId and l.employee_id = $employeeId and b.to_date >= ${TODAY_SQL}
      order by b.substitute_id
        for update of b`,
    params,
    t,
  );
  if (!found) return false;
  const { substitute_id } = found;
  if (!found.has_begun) await Substitute.delete({ substitute_id }, t);
  else
    await runQuery(
      `update substitutes b set to_date = ${TODAY_SQL} - 1 from schools o where b.substitute_id = $substitute_id`,
      { substitute_id },
      t,
    );
  return true;
}

/** Ends all substitutions of an employee from today on, both for colleagues and in the employee's own lessons. */
export async function endSubstitutionsOf(employeeId: number, t: TermTransaction): Promise<void> {
  const isTheirs =
    "b.lesson_id = l.lesson_id and (b.employee_id = $employeeId or b.employee_id = l.employee_id)";
  await runQuery(
    `delete from substitutes b using lessons l, schools o where ${isTheirs} and b.from_date >= ${TODAY_SQL}`,
    { employeeId },
    t,
  );
  await runQuery(
    `update substitutes b set to_date = ${TODAY_SQL} - 1
       from lessons l, schools o
      where ${isTheirs} and b.to_date >= ${TODAY_SQL}`,
    { employeeId },
    t,
  );
}
