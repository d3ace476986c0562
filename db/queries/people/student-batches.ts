import { queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { House } from "../../models/look-ups.ts";
import type { Student } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { HAS_ANY_ENTRY_IN_TERM } from "../on-roster.ts";
import { registerOrderSql } from "../parts.ts";
import { CURRENT_REGISTRATIONS_SQL } from "./student-search.ts";

export type StudentToChange = Pick<
  Student,
  "id" | "first_name" | "last_name" | "student_status_id" | "entry_date"
> &
  NullableColumns<Pick<SchoolClass, "class_id" | "label"> & Pick<House, "house_id" | "house">> & {
    /** True when the student has marks or a report in the current term. */
    has_something: boolean;
  };

/** Lists students with their class in the current term and their house, in register order, whatever their status. */
export function listStudentsToChange(
  studentKeys: readonly number[],
  t: ReadTransaction,
): Promise<StudentToChange[]> {
  return queryRows<StudentToChange>(
    `select s.id, s.first_name, s.last_name, s.student_status_id, s.entry_date::text as entry_date, c.class_id, c.label, h.house_id, h.house,
            r.student_key is not null and ${HAS_ANY_ENTRY_IN_TERM} as has_something
       from students s
       left join ${CURRENT_REGISTRATIONS_SQL} and r.student_key = s.id
       left join classes c using (class_id)
       left join houses h using (house_id)
      where s.id = any ($studentKeys::integer[])
      order by ${registerOrderSql("s", "s.id")}`,
    { studentKeys },
    t,
  );
}

/** Locks students in the order of their keys, so that two changes of the same students wait for each other. */
export function lockStudents(studentKeys: readonly number[], t: TermTransaction): Promise<void> {
  return runQuery(
    "select from students where id = any ($studentKeys::integer[]) order by id for no key update",
    { studentKeys },
    t,
  );
}

type Moves = { academicTermId: number; students: readonly { studentKey: number; classId: number }[] };

/** Registers students in classes for a term of the classes' year, with the term records that reports need. */
export async function registerStudents(
  { academicTermId, students }: Moves,
  t: TermTransaction,
): Promise<void> {
  const bound = {
    academicTermId,
    studentKeys: students.map(({ studentKey }) => studentKey),
    classIds: students.map(({ classId }) => classId),
  };
  await runQuery(
    `insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
     select m.student_key, y.academic_term_id, y.academic_year_id, m.class_id
       from unnest($studentKeys::integer[], $classIds::integer[]) m (student_key, class_id)
      cross join academic_terms y
      where y.academic_term_id = $academicTermId
     on conflict (student_key, academic_term_id) do update set class_id = excluded.class_id
      where registrations.class_id is distinct from excluded.class_id`,
    bound,
    t,
  );
  await runQuery(
    `insert into term_records (student_key, academic_term_id, total_sessions)
     select m.student_key, y.academic_term_id, y.total_sessions
       from unnest($studentKeys::integer[]) m (student_key)
      cross join academic_terms y
      where y.academic_term_id = $academicTermId
     on conflict (student_key, academic_term_id) do nothing`,
    bound,
    t,
  );
}

/** Gives students a new version after a registration was removed, because a removed row has no version of its own. */
export function renewStudentVersions(studentKeys: readonly number[], t: TermTransaction): Promise<void> {
  return runQuery(
    "update students set house_id = house_id where id = any ($studentKeys::integer[])",
    { studentKeys },
    t,
  );
}

/** Puts each student into a house, or takes the student out of the house (null). */
export function setHouses(
  students: readonly { studentKey: number; houseId: number | null }[],
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `update students s
        set house_id = m.house_id
       from unnest($studentKeys::integer[], $houseIds::integer[]) m (student_key, house_id)
      where s.id = m.student_key and s.house_id is distinct from m.house_id`,
    {
      studentKeys: students.map(({ studentKey }) => studentKey),
      houseIds: students.map(({ houseId }) => houseId),
    },
    t,
  );
}
