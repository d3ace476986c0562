import { row, type Reading } from "../../../index.ts";
import { byNames } from "../../parts.ts";
import { studentsFound, type AskedStudents, type StudentOrder } from "../student-search.ts";

export type Neighbours = { place: number; found: number; prev: number | null; next: number | null };

type Asked = AskedStudents & { order: StudentOrder; studentKey: number };

/** Returns null when the student does not match the list's search. */
export function neighboursOf({ studentKey, ...asked }: Asked, t: Reading): Promise<Neighbours | null> {
  const { isNarrowed, held, from, where, orderBy, bound } = studentsFound(asked);
  const isOfAllByName = !isNarrowed && orderBy === byNames("s", "s.id");
  return row<Neighbours>(
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
const NAME = `(${byNames("s", "s.id")})`;
const MY_NAME = `(${byNames("m", "m.id")})`;

/** The order that has an index needs no sorting, which cuts the time to a fifth in a school of 20,000 students. */
const AMONG_ALL_BY_NAME = `
     select 1 + (select count(*) from (${LISTED} and ${NAME} < ${MY_NAME}) b)::integer as place,
            (select count(*) from (${LISTED}) f)::integer as found,
            (${LISTED} and ${NAME} < ${MY_NAME}
              order by s.last_name collate names desc, s.first_name collate names desc, s.id desc limit 1) as prev,
            (${LISTED} and ${NAME} > ${MY_NAME} order by ${byNames("s", "s.id")} limit 1) as next
       from students m
      where m.id = $studentKey and m.student_status_id = any ($statusIds::smallint[])
      order by m.id`;
