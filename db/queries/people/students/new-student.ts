import { GENERAL_COLUMNS } from "#fields/people/student-general.ts";
import type { ColumnValue } from "#fields/value.ts";
import { queryRow, runQuery, type ReadTransaction, type Transaction } from "../../../index.ts";
import type { Student } from "../../../models/people.ts";
import type { TermTransaction } from "../../../term-transaction.ts";
import { createMissingTermRecord } from "../../reports/term-records.ts";

type NewStudent = {
  /** The ID that people see; null to use the school's next free ID. */
  studentId: string | null;
  /** The last two digits of the year of entry. */
  year: string;
  statusId: number;
  columns: Readonly<Record<string, ColumnValue>>;
};

const LAST_STUDENTS = 50;

const OTHERS = GENERAL_COLUMNS.filter((column) => column !== "student_id");

/**
 * SQL: the school's highest ID. Its prefix is the prefix that most of the latest IDs have, because a single student may
 * have the ID of another school. After the prefix come the year and a number. The first ID of a school begins with the
 * year.
 */
const LAST_ID = `
  select p.start, coalesce(max(substr(s.student_id, length(p.start) + 1)::integer), 0) as last
    from (select coalesce((select regexp_replace(student_id, '\\d+$', '') as start
                             from (select id, student_id from students
                                    where student_id ~ '\\d{5,9}$' order by id desc limit ${LAST_STUDENTS}) l
                            group by 1 order by count(*) desc, max(id) desc limit 1), '') || $year::text as start) p
    left join students s on starts_with(lower(s.student_id), lower(p.start)) and substr(s.student_id, length(p.start) + 1) ~ '^\\d{3,6}$'
   group by p.start`;

const NUMBER_WIDTH = 3;
const NEXT_ID = `select n.start || lpad((n.last + 1)::text, ${NUMBER_WIDTH}, '0') from (${LAST_ID}) n`;

/** Returns several free IDs in the school's own style. */
export async function proposeStudentIds(
  { year, count }: { year: string; count: number },
  t: ReadTransaction,
): Promise<string[]> {
  const found = await queryRow<{ start: string; last: number }>(`${LAST_ID} order by start`, { year }, t);
  const { start = year, last = 0 } = found ?? {};
  return Array.from(
    { length: count },
    (_, index) => start + String(last + 1 + index).padStart(NUMBER_WIDTH, "0"),
  );
}

/** Creates a student. Returns null if the ID is taken, even if somebody takes it at the same moment. */
export function insertStudent(
  { columns, ...student }: NewStudent,
  t: Transaction,
): Promise<Pick<Student, "id" | "student_id"> | null> {
  return queryRow<Pick<Student, "id" | "student_id">>(
    `insert into students (student_id, student_status_id, ${OTHERS.join(", ")})
     select coalesce($studentId::text, (${NEXT_ID})), $statusId::smallint, ${OTHERS.map((column) => `i.${column}`).join(", ")}
       from jsonb_populate_record(null::students, $columns::jsonb) i
     on conflict (student_id) do nothing
     returning id, student_id`,
    { ...student, columns: JSON.stringify(columns) },
    t,
  );
}

/** The columns whose values must be unique, by the name of the unique index. */
const UNIQUE = {
  students_student_id_key: "student_id",
  students_birth_certificate_pin: "birth_certificate_pin",
  students_serial_number: "serial_number",
} as const;

export type UniqueColumn = (typeof UNIQUE)[keyof typeof UNIQUE];

/** Returns the column whose value another student already has, or null for a different error. */
export function findDuplicateColumn(error: unknown): UniqueColumn | null {
  const { parent } = (error ?? {}) as { parent?: { code?: string; constraint?: string } };
  const { code, constraint = "" } = parent ?? {};
  return code === "23505" && isUnique(constraint) ? UNIQUE[constraint] : null;
}

function isUnique(constraint: string): constraint is keyof typeof UNIQUE {
  return Object.hasOwn(UNIQUE, constraint);
}

/** An advisory lock with an arbitrary number, for new student IDs. */
const STUDENT_IDS = 7_210_314;

/** Locks an ID until the transaction ends, ignoring case, because the unique index allows IDs that differ in case. */
export function lockStudentId(studentId: string, t: Transaction): Promise<void> {
  return runQuery(
    "select pg_advisory_xact_lock($lock, hashtext(lower($studentId)))",
    { lock: STUDENT_IDS, studentId },
    t,
  );
}

export type StudentWithUniqueValue = Pick<Student, "id" | "student_id" | "first_name" | "last_name">;

export function findStudentWithValue(
  { column, value }: { column: UniqueColumn; value: string },
  t: ReadTransaction,
): Promise<StudentWithUniqueValue | null> {
  return queryRow<StudentWithUniqueValue>(
    `select s.id, s.student_id, s.first_name, s.last_name
       from students s
      where lower(s.${column}) = lower($value)
      order by s.id`,
    { value },
    t,
  );
}

type Registering = { studentKey: number; classId: number; academicTermId: number };

/**
 * Registers a student in a class for a term of the class's year, or moves the student there; existing marks stay. The
 * term record is created too, because every report needs one.
 */
export async function registerStudent(
  { studentKey, classId, academicTermId }: Registering,
  t: TermTransaction,
): Promise<void> {
  await runQuery(
    `insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
     select $studentKey, y.academic_term_id, y.academic_year_id, $classId
       from academic_terms y
      where y.academic_term_id = $academicTermId
     on conflict (student_key, academic_term_id) do update set class_id = excluded.class_id
      where registrations.class_id is distinct from excluded.class_id`,
    { studentKey, classId, academicTermId },
    t,
  );
  await createMissingTermRecord({ studentKey, academicTermId }, t);
}

type InTerm = Pick<Registering, "studentKey" | "academicTermId">;

/** Unregisters a student. The row is updated before it is deleted, so that the audit trail has a last version. */
export async function unregisterStudentFromTerm(params: InTerm, t: TermTransaction): Promise<void> {
  const registration = "student_key = $studentKey and academic_term_id = $academicTermId";
  await runQuery(`update registrations set class_id = class_id where ${registration}`, params, t);
  await runQuery(`delete from registrations where ${registration}`, params, t);
}
