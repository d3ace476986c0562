import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../../index.ts";
import type { SchoolClass } from "../../../models/classes.ts";
import type { Student } from "../../../models/people.ts";
import type { NullableColumns } from "../../../models/rows.ts";
import { FamilyCopy, type CopiedFamilyField } from "../../../models/student-records.ts";
import {
  CURRENT_TERM_SQL,
  isTeacherOfClassSql,
  PICTURE_COLUMN,
  registerOrderSql,
  type QueryScope,
} from "../../parts.ts";

export type SiblingRow = Pick<Student, "id" | "student_id" | "first_name" | "last_name" | "picture"> &
  NullableColumns<Pick<SchoolClass, "label">> & {
    /** The names and phone numbers that both families have, as the sibling's record writes them. */
    names: string[];
    phones: string[];
    /** True if somebody declared that these two students are not related. */
    is_unrelated: boolean;
  };

type SiblingSearch = QueryScope & {
  studentKey: number;
  /** True for a person who manages students. Anybody else sees only the students of their own classes. */
  manages: boolean;
  most: number;
};

/**
 * SQL condition: the row `f` belongs to a parent or guardian and has details of its own. The indexes have the same
 * condition.
 */
const OF_PARENT = "f.relationship <= 3 and f.same_as is null";

/**
 * Lists students who may be brothers or sisters: a parent or guardian of each has the same phone number, or two of
 * their names are the same. One name alone proves nothing, and a number at work is shared by colleagues.
 */
export function listSiblings(params: SiblingSearch, t: ReadTransaction): Promise<SiblingRow[]> {
  return queryRows<SiblingRow>(
    `with own as materialized (
       select relative_name(f.name) as name, own_phones(f.phone_mobile, f.phone_home, f.phone_second) as phones
         from student_family f
        where f.student_key = $studentKey and ${OF_PARENT}
     ), found as (
       select f.student_key, f.name, null as phone
         from own o
         join student_family f on relative_name(f.name) = o.name and f.name <> '' and ${OF_PARENT}
        where o.name like '% %'
        union
       select f.student_key, null, p.phone
         from own o
         join student_family f on own_phones(f.phone_mobile, f.phone_home, f.phone_second) && o.phones and ${OF_PARENT}
        cross join lateral unnest(own_phones(f.phone_mobile, f.phone_home, f.phone_second)) p (phone)
        where p.phone = any (o.phones)
     ), alike as (
       select a.student_key, array_remove(array_agg(a.name order by a.name), null) as names,
              array_remove(array_agg(a.phone order by a.phone), null) as phones, count(distinct relative_name(a.name)) as people
         from found a
        where a.student_key <> $studentKey
        group by a.student_key
     )
     select s.id, s.student_id, s.first_name, s.last_name, ${PICTURE_COLUMN}, c.label, a.names, a.phones,
            exists (select 1 from unrelated_students u
                     where u.one_key = least(s.id, $studentKey) and u.other_key = greatest(s.id, $studentKey)) as is_unrelated
       from alike a
       join students s on s.id = a.student_key
      cross join schools o
       left join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       left join classes c using (class_id)
      where s.student_status_id <= ${STUDENT_REGISTERED} and (cardinality(a.phones) > 0 or a.people > 1)
        and ($manages or c.class_id is not null and ${isTeacherOfClassSql("c", CURRENT_TERM_SQL)})
      order by cardinality(a.phones) = 0, ${registerOrderSql("s", "s.id")}
      limit $most`,
    params,
    t,
  );
}

type Pair = { studentKey: number; siblingKey: number };

/** Lists the last copy of family data from each other record into this record, except copies that were undone. */
export function listFamilyCopies(studentKey: number, t: ReadTransaction): Promise<FamilyCopy[]> {
  return queryRows<FamilyCopy>(
    `select distinct on (y.sibling_key) y.copy_id, y.student_key, y.sibling_key, y.copied_by, y.copied_at, y.filled,
            y.undone_by, y.undone_at
       from family_copies y
      where y.student_key = $studentKey and y.undone_at is null
      order by y.sibling_key, y.copy_id desc`,
    { studentKey },
    t,
  );
}

export async function insertFamilyCopy(
  copy: Pair & { copiedBy: number; filled: readonly CopiedFamilyField[] },
  t: Transaction,
): Promise<void> {
  const { studentKey: student_key, siblingKey: sibling_key, copiedBy: copied_by, filled } = copy;
  await FamilyCopy.insert({ student_key, sibling_key, copied_by, filled }, t);
}

/** Marks a copy as undone. Returns false if somebody else has already done so. */
export async function markFamilyCopyUndone(
  params: { copyId: number; undoneBy: number },
  t: Transaction,
): Promise<boolean> {
  const undone = await queryRow(
    `update family_copies set undone_by = $undoneBy, undone_at = now()
      where copy_id = $copyId and undone_at is null
     returning copy_id`,
    params,
    t,
  );
  return undone !== null;
}

/** Stores that two students are not related, or revokes that statement. */
export function saveUnrelatedStudents(
  { studentKey, siblingKey, isUnrelated, saidBy }: Pair & { isUnrelated: boolean; saidBy: number },
  t: Transaction,
): Promise<void> {
  const bound = { one: Math.min(studentKey, siblingKey), other: Math.max(studentKey, siblingKey) };
  return isUnrelated
    ? runQuery(
        `insert into unrelated_students (one_key, other_key, said_by) values ($one, $other, $saidBy)
         on conflict do nothing`,
        { ...bound, saidBy },
        t,
      )
    : runQuery("delete from unrelated_students where one_key = $one and other_key = $other", bound, t);
}
