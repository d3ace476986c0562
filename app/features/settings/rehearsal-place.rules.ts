import { PATHS } from "#domain/paths.ts";
import { isUnderWay, type RolloverState } from "#domain/turn/turn.ts";
import { purposeUrl } from "./current-term/current-term.rules.ts";

type Rollover = { rollover_id: number; from_term_id: number; state: RolloverState; started_at: unknown };

export type RehearsalPlace = { words: string; to: string };

/** The rehearsal of the turn that comes next, if the last one was that; a run is none. */
export function standingRehearsal<Latest extends Rollover>(
  latest: Latest | null,
  academicTermId: number,
): Latest | null {
  return latest && latest.started_at === null && latest.from_term_id === academicTermId ? latest : null;
}

/** Where the turn is rehearsed: first its dates are given, then one watches; what stands there is shown. */
export function rehearsalPlace(latest: Rollover | null, academicTermId: number): RehearsalPlace {
  if (latest && isUnderWay(latest.state)) {
    return { words: "Watch the Turn", to: `${PATHS.turn}/${latest.rollover_id}` };
  }
  const standing = standingRehearsal(latest, academicTermId);
  if (standing) return { words: "See the Rehearsal", to: `${PATHS.turn}/${standing.rollover_id}` };
  return { words: "Rehearse the Turn", to: purposeUrl("advance") };
}
