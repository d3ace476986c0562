import { Op } from "sequelize";
import { STUDENT_MERGED, STUDENT_REGISTERED, type StudentDocumentKind } from "#domain/people/students.ts";
import { queryAll, queryRows, queryRow, type ReadTransaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import { StudentStatus } from "../../models/look-ups.ts";
import type { Student } from "../../models/people.ts";
import type { RowOf } from "../../models/table.ts";
import type { ClassTeacherRow } from "../class-teachers.ts";
import {
  CURRENT_TERM_SQL,
  DAY_OF_CURRENT_TERM_SQL,
  classTeachersSql,
  isTeacherOfClassSql,
  registerOrderSql,
} from "../parts.ts";
import { STUDENT_TOTALS_SQL } from "./student-counts.ts";
import {
  STUDENT_DOCUMENT_IDS_SQL,
  CURRENT_REGISTRATIONS_SQL,
  LACKS_PHONE,
  buildStudentQuery,
  withoutSearchFilters,
  type StudentSearch,
  type StudentOrder,
} from "./student-search.ts";

type PageAsked = StudentSearch & { order: StudentOrder; page: number; rows: number };

/** Returns the requested (or last) page of students, with the number of matches and the totals by status. */
export async function findStudentsPage(params: PageAsked, t: ReadTransaction): Promise<StudentsPage> {
  const { page } = params;
  const [totals, { ids, found }] = await queryAll(
    [() => studentTotals(params, t), () => idsOnPage(params, t)],
    t,
  );
  if (ids.length === 0 && page > 1) return lastPageOfStudents(params, t);
  const total = totals.reduce((sum, { students }) => sum + students, 0);
  const { employeeId } = params;
  const isOfMissing = params.missing != null;
  const listed = ids.length === 0 ? [] : await listedStudents({ ids, employeeId, isOfMissing }, t);
  return { page, found: found ?? total, totals, total, listed };
}

type StudentsPage = {
  page: number;
  found: number;
  totals: StudentStatusTotal[];
  total: number;
  listed: ListedStudent[];
};

async function lastPageOfStudents(params: PageAsked, t: ReadTransaction): Promise<StudentsPage> {
  const first = await findStudentsPage({ ...params, page: 1 }, t);
  const last = Math.ceil(first.found / params.rows);
  return last > 1 ? findStudentsPage({ ...params, page: last }, t) : first;
}

export async function listStudentIds(
  params: StudentSearch & { order: StudentOrder; most: number },
  t: ReadTransaction,
): Promise<number[]> {
  return (await idsOnPage({ ...params, page: 1, rows: params.most }, t)).ids;
}

/** Reads the ids of the students on a page. Without a search and filters `found` is null, and all students match. */
async function idsOnPage(
  params: PageAsked,
  t: ReadTransaction,
): Promise<{ ids: number[]; found: number | null }> {
  const { page, rows: limit } = params;
  const { isNarrowed, held, from, fromInOrder, where, orderBy: order, bound } = buildStudentQuery(params);
  const listed = await queryRows<Pick<Student, "id"> & { found?: number }>(
    `with ${held}
     select s.id${isNarrowed ? ", count(*) over ()::integer as found" : ""}
       from ${fromInOrder ?? from}
      where ${where}
      order by ${order}
      limit $limit offset $offset`,
    { ...bound, limit, offset: (page - 1) * limit },
    t,
  );
  return { ids: listed.map(({ id }) => id), found: isNarrowed ? (listed[0]?.found ?? 0) : null };
}

export type StudentStatusTotal = RowOf<typeof StudentStatus> & { students: number };

function studentTotals(params: StudentSearch, t: ReadTransaction): Promise<StudentStatusTotal[]> {
  if (params.all) return storedTotals(params, t);
  const { held, from, where, bound } = buildStudentQuery({ ...withoutSearchFilters(params), order: [] });
  return queryRows<StudentStatusTotal>(
    `with ${held}
     select u.student_status_id, u.detail, n.students
       from (select s.student_status_id, count(*)::integer as students from ${from} where ${where} group by 1) n
       join student_statuses u using (student_status_id)
      order by u.student_status_id`,
    bound,
    t,
  );
}

function storedTotals({ statusIds }: StudentSearch, t: ReadTransaction): Promise<StudentStatusTotal[]> {
  return queryRows<StudentStatusTotal>(
    `select u.student_status_id, u.detail, n.students
       from ${STUDENT_TOTALS_SQL}
       join student_statuses u using (student_status_id)
      order by u.student_status_id`,
    { statusIds },
    t,
  );
}

export type ListedStudent = Pick<
  Student,
  | "id"
  | "student_id"
  | "first_name"
  | "last_name"
  | "gender"
  | "birth_certificate_pin"
  | "picture"
  | "student_status_id"
  | "entry_date"
  | "status_since"
> & {
  status: string;
  /** The label of the class in the current term or, for a student who has left, of the last class. */
  class_label: SchoolClass["label"] | null;
  teachers: ClassTeacherRow[];
  /** True if the reader is a teacher of the class. */
  is_teacher: boolean;
  /** The ids of the student's documents by description. */
  documents: Partial<Record<StudentDocumentKind, number>>;
  /** True if no relative has a phone number; read only for a list of what is missing. */
  lacks_phone: boolean;
};

type Listed = { ids: readonly number[]; employeeId: number | null; isOfMissing: boolean };

function listedStudents({ isOfMissing, ...params }: Listed, t: ReadTransaction): Promise<ListedStudent[]> {
  return queryRows<ListedStudent>(
    `select s.id, s.student_id, s.first_name, s.last_name, s.gender, s.birth_certificate_pin, s.picture,
            s.student_status_id, u.detail as status, s.entry_date::text as entry_date, s.status_since::text as status_since,
            k.label as class_label, ${classTeachersSql({ classId: "c.class_id", day: DAY_OF_CURRENT_TERM_SQL })} as teachers,
            c.class_id is not null and ${isTeacherOfClassSql("c", CURRENT_TERM_SQL)} as is_teacher,
            ${STUDENT_DOCUMENT_IDS_SQL} as documents, ${isOfMissing ? LACKS_PHONE : "false"} as lacks_phone
       from unnest($ids::integer[]) with ordinality as a (id, place)
       join students s using (id)
       join student_statuses u using (student_status_id)
      cross join schools o
       left join ${CURRENT_REGISTRATIONS_SQL} and r.student_key = s.id
       left join classes c on c.class_id = r.class_id and s.student_status_id <= $lastHere
       left join lateral (
             select z.label
               from registrations q
               join classes z using (class_id)
              where q.student_key = s.id and (q.academic_term_id = o.current_term_id or s.student_status_id > $lastHere)
              order by q.academic_term_id desc
              limit 1) k on true
      order by a.place`,
    { ...params, lastHere: STUDENT_REGISTERED },
    t,
  );
}

export type StudentName = Pick<Student, "id" | "first_name" | "last_name">;

/**
 * Lists the names to compare with a search that found nothing. The result is empty if there are more than `most`
 * names.
 */
export async function listStudentNames(
  { most, ...params }: StudentSearch & { most: number },
  t: ReadTransaction,
): Promise<StudentName[]> {
  const {
    held,
    from,
    where,
    orderBy: order,
    bound,
  } = buildStudentQuery({ ...withoutSearchFilters(params), order: [] });
  return queryRows<StudentName>(
    `with ${held}
     select s.id, s.first_name, s.last_name from ${from} where ${where} order by ${order} limit $most`,
    { ...bound, most },
    t,
  );
}

/** Lists the statuses that can be chosen, by id. Statuses of current students come first. */
export function listStudentStatuses(t: ReadTransaction): Promise<RowOf<typeof StudentStatus>[]> {
  const where = { student_status_id: { [Op.ne]: STUDENT_MERGED } };
  return StudentStatus.select(["student_status_id", "detail"], { where, order: ["student_status_id"] }, t);
}

/**
 * The position of a student in a list, with the students before and after. `place` is null in a list of all students by
 * name if more than `MOST_COUNTED` names come before the student's, because counting them would take too long.
 */
export type StudentNeighbours = {
  place: number | null;
  found: number;
  prev: number | null;
  next: number | null;
};

const MOST_COUNTED = 5000;

type Asked = StudentSearch & { order: StudentOrder; studentKey: number };

/** Finds a student's neighbours in a list with its search and order. Returns null if the list lacks the student. */
export function findStudentNeighbours(
  { studentKey, ...params }: Asked,
  t: ReadTransaction,
): Promise<StudentNeighbours | null> {
  const { isNarrowed, held, from, where, orderBy, bound } = buildStudentQuery(params);
  const isOfAllByName = !isNarrowed && orderBy === registerOrderSql("s", "s.id");
  return queryRow<StudentNeighbours>(
    isOfAllByName ? AMONG_ALL_BY_NAME : amongFound({ held, from, where, orderBy }),
    { ...bound, studentKey },
    t,
  );
}

function amongFound(of: Record<"held" | "from" | "where" | "orderBy", string>): string {
  return `with ${of.held}, listed as (
       select s.id, row_number() over inorder as place, count(*) over () as found,
              lag(s.id) over inorder as prev, lead(s.id) over inorder as next
         from ${of.from}
        where ${of.where}
       window inorder as (order by ${of.orderBy})
     )
     select place::integer as place, found::integer as found, prev, next from listed where id = $studentKey order by place`;
}

const LISTED = "select s.id from students s where s.student_status_id = any ($statusIds::smallint[])";
const NAME = `(${registerOrderSql("s", "s.id")})`;
const MY_NAME = `(${registerOrderSql("m", "m.id")})`;

/** SQL: the neighbours by name. They are found in an index, which takes no longer in a larger school. */
const AMONG_ALL_BY_NAME = `
     select (select case when count(*) <= ${MOST_COUNTED} then 1 + count(*)::integer end
               from (${LISTED} and ${NAME} < ${MY_NAME} limit ${MOST_COUNTED + 1}) b) as place,
            coalesce((select sum(n.students)::integer from ${STUDENT_TOTALS_SQL}), 0) as found,
            (${LISTED} and ${NAME} < ${MY_NAME}
              order by s.last_name collate names desc, s.first_name collate names desc, s.id desc limit 1) as prev,
            (${LISTED} and ${NAME} > ${MY_NAME} order by ${registerOrderSql("s", "s.id")} limit 1) as next
       from students m
      where m.id = $studentKey and m.student_status_id = any ($statusIds::smallint[])
      order by m.id`;
