import type { Transaction } from "#db/index.ts";
import { currentTerm } from "#db/queries/school.ts";
import {
  isDecisionPossible,
  storeDecisions,
  takeDecisionsBack,
  type Decision,
} from "#db/queries/turn/decisions.ts";
import { latestRollover, rolloverById } from "#db/queries/turn/rollovers.ts";
import { termTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { conflict, notFound } from "#runtime/errors.ts";
import { askAgain, TURNED_SINCE } from "./rehearse-turn.server.ts";

/** `rolloverId`: what is rehearsed anew because of it, where something was rehearsed. */
export type Decided = { kind: "decided"; count: number; rolloverId: number | null } | { kind: "invalid" };

type Asked = {
  /** The rehearsal that was looked at: one of another term says nothing about this one. */
  rolloverId: number;
  studentKeys: readonly number[];
  /** Null takes back what was decided for the turn, so that the report decides again. */
  decision: Decision | null;
};

/**
 * Says where these children go when the year turns. It is a decision of its own: the report, which may be signed, stays as
 * it is, and this is stronger. @throws notFound, conflict where the term is another one by now
 */
export function decideFates(person: Person, { rolloverId, studentKeys, decision }: Asked): Promise<Decided> {
  return termTransaction(person, async (t) => {
    const [current, looked] = [await currentTerm(t), await rolloverById({ rolloverId }, t)];
    if (!current || !looked) throw notFound("There is no such turn of the term.");
    if (looked.from_term_id !== current.academic_term_id) throw conflict(TURNED_SINCE);
    const academicYearId = current.academic_year_id;
    if (decision && !(await isDecisionPossible({ ...decision, academicYearId }, t)))
      return { kind: "invalid" };
    const of = { studentKeys, academicYearId };
    const count = decision
      ? await storeDecisions({ ...of, decision, accountId: person.accountId }, t)
      : await takeDecisionsBack(of, t);
    return { kind: "decided", count, rolloverId: count > 0 ? await rehearsedAnew(person, t) : null };
  });
}

async function rehearsedAnew(person: Person, t: Transaction): Promise<number | null> {
  const latest = await latestRollover(t);
  const current = await currentTerm(t);
  if (!latest || latest.started_at !== null || latest.from_term_id !== current?.academic_term_id) return null;
  return (await askAgain(person, latest, t)).rolloverId;
}
