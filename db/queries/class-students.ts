import { rows, type Reading } from "../index.ts";
import { IS_IN_CLASS } from "./on-roster.ts";
import { byNames } from "./parts.ts";

export type StudentsOf = { classIds: readonly number[]; academicTermId: number };

/** The registration `r` belongs to the requested classes and term, and counts there. */
export const IS_OF_CLASSES = `r.class_id = any ($classIds) and r.academic_term_id = $academicTermId and ${IS_IN_CLASS}`;

/**
 * Selects columns for each student `s` of the classes in a term, in register order.
 * @param joins further tables with data about the student
 */
export function classStudents<Row extends object>(
  { columns, joins = "" }: { columns: string; joins?: string },
  asked: StudentsOf,
  t: Reading,
): Promise<(Row & { class_id: number })[]> {
  return rows<Row & { class_id: number }>(
    `select r.class_id, ${columns}
       from registrations r
       join students s on s.id = r.student_key
       ${joins}
      where ${IS_OF_CLASSES}
      order by ${byNames("s", "s.id")}`,
    asked,
    t,
  );
}
