import { row, type Reading } from "../../../index.ts";
import type { Student } from "../../../models/people.ts";

/** What no two students have, by the index that says so. */
const UNIQUE = {
  students_student_id_key: "student_id",
  students_birth_certificate_pin: "birth_certificate_pin",
  students_serial_number: "serial_number",
} as const;

export type UniqueColumn = (typeof UNIQUE)[keyof typeof UNIQUE];

/** What a write failed of because another student has it; null for any other failure. */
export function takenColumn(error: unknown): UniqueColumn | null {
  const { parent } = (error ?? {}) as { parent?: { code?: string; constraint?: string } };
  const { code, constraint = "" } = parent ?? {};
  return code === "23505" && isUnique(constraint) ? UNIQUE[constraint] : null;
}

function isUnique(constraint: string): constraint is keyof typeof UNIQUE {
  return Object.hasOwn(UNIQUE, constraint);
}

export type Holder = Pick<Student, "id" | "student_id" | "first_name" | "last_name">;

/** Who has it, in whichever capitals. */
export function holderOf(
  { column, value }: { column: UniqueColumn; value: string },
  t: Reading,
): Promise<Holder | null> {
  return row<Holder>(
    `select s.id, s.student_id, s.first_name, s.last_name
       from students s
      where lower(s.${column}) = lower($value)
      order by s.id`,
    { value },
    t,
  );
}
