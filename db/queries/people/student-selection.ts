import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import { StudentSelection } from "../../models/accounts.ts";
import { registerOrderSql } from "../parts.ts";

/** Lists the students who are selected in a session and still at the school, in register order. */
export async function listSelectedKeys(sessionId: number, t: ReadTransaction): Promise<number[]> {
  const selected = await queryRows<{ id: number }>(
    `select s.id
       from student_selections z
       join students s on s.id = z.student_key
      where z.session_id = $sessionId and s.student_status_id <= ${STUDENT_REGISTERED}
      order by ${registerOrderSql("s", "s.id")}`,
    { sessionId },
    t,
  );
  return selected.map(({ id }) => id);
}

type Keys = { sessionId: number; studentKeys: readonly number[] };

type CountedSelection = { count: number; onPage: number[] };

/** Counts the students who are selected in a session, and lists the given students who are among them. */
export async function countSelected(params: Keys, t: ReadTransaction): Promise<CountedSelection> {
  const found = await queryRow<CountedSelection>(
    `select count(*)::integer as count,
            coalesce(array_agg(s.id) filter (where s.id = any ($studentKeys::integer[])), '{}') as "onPage"
       from student_selections z
       join students s on s.id = z.student_key
      where z.session_id = $sessionId and s.student_status_id <= ${STUDENT_REGISTERED}
      order by 1`,
    params,
    t,
  );
  return found ?? { count: 0, onPage: [] };
}

/** Selects the given students who are still at the school. */
export function selectStudents(params: Keys, t: Transaction): Promise<void> {
  return runQuery(
    `insert into student_selections (session_id, student_key)
     select $sessionId, s.id
       from students s
      where s.id = any ($studentKeys::integer[]) and s.student_status_id <= ${STUDENT_REGISTERED}
     on conflict do nothing`,
    params,
    t,
  );
}

export async function deselectStudents({ sessionId, studentKeys }: Keys, t: Transaction): Promise<void> {
  await StudentSelection.delete({ session_id: sessionId, student_key: [...studentKeys] }, t);
}

export async function clearSelection(sessionId: number, t: Transaction): Promise<void> {
  await StudentSelection.delete({ session_id: sessionId }, t);
}
