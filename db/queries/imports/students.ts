import { GENERAL_COLUMNS } from "#fields/people/student-general.ts";
import { STUDENT_TAB_FIELDS } from "#fields/people/student.ts";
import type { ColumnValue } from "#fields/value.ts";
import { queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { overwriteColumnsSql } from "../parts.ts";
import { CURRENT_REGISTRATIONS_SQL } from "../people/student-search.ts";

const PERSONAL_COLUMNS = [...STUDENT_TAB_FIELDS.personal.keys()];

type Columns = Readonly<Record<string, ColumnValue>>;

export type ImportedStudent = Pick<
  Student,
  | "id"
  | "student_id"
  | "first_name"
  | "last_name"
  | "birth_certificate_pin"
  | "serial_number"
  | "serial_locked"
  | "student_status_id"
> &
  NullableColumns<Pick<SchoolClass, "class_id" | "form_class_id" | "label">> & {
    personal: Columns;
    general: Columns;
  };

const STUDENT = `s.id, s.student_id, s.first_name, s.last_name, s.birth_certificate_pin, s.serial_number, s.serial_locked,
            s.student_status_id, c.class_id, c.form_class_id, c.label,
            jsonb_build_object(${GENERAL_COLUMNS.map((column) => `'${column}', s.${column}`).join(", ")}) as general,
            jsonb_build_object(${PERSONAL_COLUMNS.map((column) => `'${column}', p.${column}`).join(", ")}) as personal`;
const JOINED = `left join student_personal p on p.student_key = s.id
       left join ${CURRENT_REGISTRATIONS_SQL} and r.student_key = s.id
       left join classes c using (class_id)`;

type Named = { ids: readonly string[]; pins: readonly string[]; serials: readonly string[] };

/** Finds the students who have one of these IDs, PINs or serial numbers, ignoring case. */
export function listStudentsWithIds(
  { ids, pins, serials }: Named,
  t: ReadTransaction,
): Promise<ImportedStudent[]> {
  const small = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
  return queryRows<ImportedStudent>(
    `select ${STUDENT}
       from students s
       ${JOINED}
      where lower(s.student_id) = any ($ids::text[]) or lower(s.birth_certificate_pin) = any ($pins::text[])
         or lower(s.serial_number) = any ($serials::text[])
      order by s.id`,
    { ids: small(ids), pins: small(pins), serials: small(serials) },
    t,
  );
}

export function listStudentsToExport(
  keys: readonly number[],
  t: ReadTransaction,
): Promise<ImportedStudent[]> {
  return queryRows<ImportedStudent>(
    `select ${STUDENT}
       from unnest($keys::integer[]) with ordinality as k (id, place)
       join students s using (id)
       ${JOINED}
      order by k.place`,
    { keys },
    t,
  );
}

export type ClassDecision = { student_key: number; class_id: number };

/** Lists the students for whom somebody has chosen a class of the next year. */
export function listClassDecisions(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<ClassDecision[]> {
  return queryRows<ClassDecision>(
    `select student_key, class_id
       from turn_decisions
      where academic_year_id = $academicYearId and kind = 'class'
      order by student_key`,
    params,
    t,
  );
}

type NewRow = Columns & { student_id: string; student_status_id: number };

/** Creates students with these IDs. If somebody else has just taken an ID, that student is not in the result. */
export function insertStudents(
  students: readonly NewRow[],
  t: Transaction,
): Promise<Pick<Student, "id" | "student_id">[]> {
  const columns = ["student_status_id", ...GENERAL_COLUMNS].join(", ");
  return queryRows<Pick<Student, "id" | "student_id">>(
    `with made as (
       insert into students (${columns})
       select ${columns} from jsonb_populate_recordset(null::students, $students::jsonb)
       on conflict (student_id) do nothing
       returning id, student_id)
     select m.id, m.student_id from made m order by m.id`,
    { students: JSON.stringify(students) },
    t,
  );
}

/** Stores the General tabs of students. Lock the students first. */
export function saveGeneralTabs(
  students: readonly (Columns & { id: number })[],
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update students s
        set ${GENERAL_COLUMNS.map((column) => `${column} = i.${column}`).join(", ")}
       from jsonb_populate_recordset(null::students, $students::jsonb) i
      where s.id = i.id`,
    { students: JSON.stringify(students) },
    t,
  );
}

/** Stores the Personal tabs of students. Lock the students first. */
export function savePersonalTabs(
  students: readonly (Columns & { student_key: number })[],
  t: Transaction,
): Promise<void> {
  const all = ["student_key", ...PERSONAL_COLUMNS].join(", ");
  return runQuery(
    `insert into student_personal (${all})
     select ${all} from jsonb_populate_recordset(null::student_personal, $students::jsonb)
     on conflict (student_key) do update set ${overwriteColumnsSql(PERSONAL_COLUMNS)}`,
    { students: JSON.stringify(students) },
    t,
  );
}

type InClass = { studentKey: number; classId: number };

/** Registers many students at once and, like `registerStudent`, creates their term records. */
export async function registerImportedStudents(
  { students, academicTermId }: { students: readonly InClass[]; academicTermId: number },
  t: TermTransaction,
): Promise<void> {
  const bound = {
    academicTermId,
    keys: students.map(({ studentKey }) => studentKey),
    classIds: students.map(({ classId }) => classId),
  };
  await runQuery(
    `insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
     select k.student_key, y.academic_term_id, y.academic_year_id, k.class_id
       from unnest($keys::integer[], $classIds::integer[]) k (student_key, class_id)
       join academic_terms y on y.academic_term_id = $academicTermId
     on conflict (student_key, academic_term_id) do update set class_id = excluded.class_id
      where registrations.class_id <> excluded.class_id`,
    bound,
    t,
  );
  await runQuery(
    `insert into term_records (student_key, academic_term_id, total_sessions)
     select k.student_key, y.academic_term_id, y.total_sessions
       from unnest($keys::integer[]) k (student_key)
       join academic_terms y on y.academic_term_id = $academicTermId
     on conflict (student_key, academic_term_id) do nothing`,
    { academicTermId, keys: bound.keys },
    t,
  );
}

/**
 * Lists the students to whom other tables refer, for example because somebody read their medical data, uploaded a
 * picture or copied their family's data to a sibling, or because they took part in a rollover.
 */
export async function listStudentsReferredTo(
  keys: readonly number[],
  t: ReadTransaction,
): Promise<Set<number>> {
  const found = await queryRows<{ student_key: number }>(
    `select v.student_key from record_views v where v.student_key = any ($keys::integer[])
      union
     select f.student_key from picture_upload_files f where f.student_key = any ($keys::integer[])
      union
     select m.kept_key from student_merges m where m.kept_key = any ($keys::integer[])
      union
     select c.sibling_key from family_copies c where c.sibling_key = any ($keys::integer[])
      union
     select c.student_key from family_copies c where c.student_key = any ($keys::integer[])
      union
     select f.student_key
       from rollover_fates f
       join term_rollovers v using (rollover_id)
      where f.student_key = any ($keys::integer[]) and v.started_at is not null
      order by 1`,
    { keys },
    t,
  );
  return new Set(found.map(({ student_key }) => student_key));
}

/** Deletes the records that say that these students and others are different children, or are not related. */
export async function deleteDifferentStudents(keys: readonly number[], t: Transaction): Promise<void> {
  for (const table of ["different_students", "unrelated_students"])
    await runQuery(
      `delete from ${table} where one_key = any ($keys::integer[]) or other_key = any ($keys::integer[])`,
      { keys },
      t,
    );
}
