import type { StudentIdentity } from "#domain/people/alike.ts";
import { STUDENT_MERGED } from "#domain/people/students.ts";
import { queryRows, type ReadTransaction } from "../../../index.ts";
import type { SchoolClass } from "../../../models/classes.ts";
import type { Student } from "../../../models/people.ts";
import type { NullableColumns } from "../../../models/rows.ts";
import { registerOrderSql, plainLettersSql } from "../../parts.ts";

export type SimilarStudentRow = Pick<
  Student,
  | "id"
  | "student_id"
  | "first_name"
  | "last_name"
  | "date_of_birth"
  | "picture"
  | "birth_certificate_pin"
  | "student_status_id"
> &
  NullableColumns<Pick<SchoolClass, "label">>;

/** SQL: the names of the student `s` in plain letters, in the same form as in the indexes of migration 0065. */
const LAST = plainLettersSql("s.last_name");
const FIRST = plainLettersSql("s.first_name");

const DESCRIBED = `s.id, s.student_id, s.first_name, s.last_name, s.date_of_birth::text as date_of_birth, s.picture,
                   s.birth_certificate_pin, s.student_status_id, c.label`;
const WITH_CLASS = `cross join schools o
       left join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       left join classes c using (class_id)`;

/** Finds students who may be one of the given people. A result refers to a person by the position in the list. */
export function listSimilarStudents(
  params: readonly StudentIdentity[],
  t: ReadTransaction,
): Promise<(SimilarStudentRow & { place: number })[]> {
  return queryRows<SimilarStudentRow & { place: number }>(
    `with a as materialized (
       select q.place::integer as place, q.born, ${plainLettersSql("q.last")} as last, ${plainLettersSql("q.first")} as first
         from unnest($firsts::text[], $lasts::text[], $borns::date[]) with ordinality as q (first, last, born, place)
     ), found as (
       select a.place, s.id from a join students s on s.date_of_birth = a.born and ${LAST} = a.last
        union
       select a.place, s.id from a join students s on s.date_of_birth = a.born and ${FIRST} = a.first
        union
       select a.place, s.id from a join students s on s.date_of_birth = a.born and ${LAST} = a.first and ${FIRST} = a.last
        union
       select a.place, s.id
         from a
         join students s on ${LAST} = a.last and ${FIRST} = a.first and (a.born is null or s.date_of_birth is null))
     select f.place - 1 as place, ${DESCRIBED}
       from found f
       join students s using (id)
      ${WITH_CLASS}
      where s.student_status_id <> ${STUDENT_MERGED}
      order by f.place, ${registerOrderSql("s", "s.id")}`,
    {
      firsts: params.map(({ first_name }) => first_name),
      lasts: params.map(({ last_name }) => last_name),
      borns: params.map(({ date_of_birth }) => date_of_birth),
    },
    t,
  );
}

export type ComparedStudent = SimilarStudentRow & {
  status: string;
  marks: number;
};

/** Lists students with the data that a comparison page shows. */
export function listComparedStudents(
  keys: readonly number[],
  t: ReadTransaction,
): Promise<ComparedStudent[]> {
  return queryRows<ComparedStudent>(
    `select ${DESCRIBED}, u.detail as status,
            (select count(*)::integer from marks m where m.student_key = s.id) as marks
       from students s
       join student_statuses u using (student_status_id)
      ${WITH_CLASS}
      where s.id = any ($keys::integer[])
      order by s.id`,
    { keys },
    t,
  );
}

/** Two records that may be one child, with the data to compare. */
export type SimilarPairRow = { one: PairedStudent; other: PairedStudent };
type PairedStudent = StudentIdentity & Pick<Student, "id">;

const wordsSql = (name: string) => `string_to_array(translate(${name}, '-', ' '), ' ')`;

/**
 * SQL condition: two names may be alike for the rule in app/domain. The names share their first or last letter,
 * because a misspelling changes one place, or one of them has several words and they share a word.
 */
const mayBeAlike = (name: string) =>
  `(left(a.${name}, 1) = left(b.${name}, 1) or right(a.${name}, 1) = right(b.${name}, 1)
           or a.${name} || b.${name} ~ '[ -]' and ${wordsSql(`a.${name}`)} && ${wordsSql(`b.${name}`)})`;

const identitySql = (student: string) =>
  `jsonb_build_object('id', ${student}.id, 'first_name', ${student}.first_name, 'last_name', ${student}.last_name,
                               'date_of_birth', ${student}.date_of_birth)`;

/**
 * Lists pairs of records that may be one child, except pairs that somebody declared to be different children. Each
 * condition compares for equality, so that the time grows with the records and the pairs, not with the square of the
 * records.
 */
export function listSimilarPairs(
  params: { statusIds: readonly number[] },
  t: ReadTransaction,
): Promise<SimilarPairRow[]> {
  return queryRows<SimilarPairRow>(
    `with b as materialized (
       select s.id, s.date_of_birth as born, ${LAST} as last, ${FIRST} as first
         from students s
        where s.student_status_id = any ($statusIds::smallint[])
     ), pairs as (
       select a.id as one, b.id as other
         from b a join b on b.born = a.born and b.last = a.last and a.id < b.id and ${mayBeAlike("first")}
        union
       select a.id, b.id
         from b a join b on b.born = a.born and b.first = a.first and a.id < b.id and ${mayBeAlike("last")}
        union
       select a.id, b.id from b a join b on b.born = a.born and b.last = a.first and b.first = a.last and a.id < b.id
        union
       select least(a.id, b.id), greatest(a.id, b.id)
         from (select * from b where born is null) a
         join b on b.last = a.last and b.first = a.first and b.id <> a.id)
     select ${identitySql("a")} as one, ${identitySql("b")} as other
       from pairs p
       join students a on a.id = p.one
       join students b on b.id = p.other
      where not exists (select 1 from different_students d where d.one_key = p.one and d.other_key = p.other)
      order by p.one, p.other`,
    params,
    t,
  );
}
