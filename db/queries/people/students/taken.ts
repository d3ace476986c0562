import { row, type Reading } from "../../../index.ts";
import type { Student } from "../../../models/people.ts";

/** The unique columns by the name of their index. */
const UNIQUE = {
  students_student_id_key: "student_id",
  students_birth_certificate_pin: "birth_certificate_pin",
  students_serial_number: "serial_number",
} as const;

export type UniqueColumn = (typeof UNIQUE)[keyof typeof UNIQUE];

/** Returns the column whose value another student already has, from the error of a write; null for any other error. */
export function takenColumn(error: unknown): UniqueColumn | null {
  const { parent } = (error ?? {}) as { parent?: { code?: string; constraint?: string } };
  const { code, constraint = "" } = parent ?? {};
  return code === "23505" && isUnique(constraint) ? UNIQUE[constraint] : null;
}

function isUnique(constraint: string): constraint is keyof typeof UNIQUE {
  return Object.hasOwn(UNIQUE, constraint);
}

export type Holder = Pick<Student, "id" | "student_id" | "first_name" | "last_name">;

/** Finds the student who has the value, ignoring case. */
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
