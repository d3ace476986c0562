import { PATHS } from "#domain/paths.ts";
import { isUnderWay, type RolloverState } from "#domain/rollover/rollover.ts";
import { purposeUrl } from "./current-term/current-term.rules.ts";

type Rollover = { rollover_id: number; from_term_id: number; state: RolloverState; started_at: unknown };

export type RehearsalLink = { words: string; to: string };

/** Returns the latest rollover if it is a rehearsal for leaving this term and has not been started; otherwise null. */
export function standingRehearsal<Latest extends Rollover>(
  latest: Latest | null,
  academicTermId: number,
): Latest | null {
  return latest && latest.started_at === null && latest.from_term_id === academicTermId ? latest : null;
}

/** Returns the address for a rehearsal: the form for its dates, or the rehearsal or run that already exists. */
export function findRehearsalLink(latest: Rollover | null, academicTermId: number): RehearsalLink {
  if (latest && isUnderWay(latest.state)) {
    return { words: "Watch progress", to: `${PATHS.rollover}/${latest.rollover_id}` };
  }
  const standing = standingRehearsal(latest, academicTermId);
  if (standing) return { words: "See the rehearsal", to: `${PATHS.rollover}/${standing.rollover_id}` };
  return { words: "Rehearse the new term", to: purposeUrl("advance") };
}
