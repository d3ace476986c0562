import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { storedCarriedOver } from "#db/queries/turn/carried-over.ts";
import { latestRollover, rolloverById, type RolloverRow } from "#db/queries/turn/rollovers.ts";
import { clockSeconds, formatDate, formatSpan, formatWhen, dayOf } from "#domain/dates.ts";
import { termTitle, termWords, yearLabel } from "#domain/terms.ts";
import type { CarriedOver } from "#domain/turn/carried.ts";
import { isUnderWay } from "#domain/turn/turn.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { findCarriedOver } from "./carried/carried-over.server.ts";
import { readRehearsal } from "./rehearsal/read-rehearsal.server.ts";
import { readFinished } from "./run/read-finished.server.ts";
import { readRunning } from "./run/read-running.server.ts";
import { turnPlaceIn, turnUrl, type TurnPlace } from "./turn-place.rules.ts";
import type { ShownTurn, Turn } from "./turn.ts";

/** What stands at that address: a rehearsal, a run under way, or what a run did. @throws notFound */
export async function readTurn(visit: Visit, rolloverId: number, query: URLSearchParams): Promise<ShownTurn> {
  const rollover = await rolloverById({ rolloverId }, noTransaction);
  if (!rollover) throw notFound("There is no such turn of the term.");
  const carriedOver = await readCarriedOver(rollover);
  const turn = { ...turnOf(rollover, turnPlaceIn(query), visit.school.timeZone), carriedOver };
  if (isUnderWay(rollover.state)) return readRunning(rollover, turn, visit.school.timeZone);
  if (rollover.started_at === null) return readRehearsal(rollover, turn, visit);
  return readFinished(rollover, turn, visit.school.timeZone);
}

/** The rehearsal or run that was asked for last. */
export async function latestTurnId(): Promise<number | null> {
  return (await latestRollover(noTransaction))?.rollover_id ?? null;
}

/** Of a rehearsal as things are now, of a run as they were when it began. */
function readCarriedOver(rollover: RolloverRow): Promise<CarriedOver | null> {
  const { rollover_id: rolloverId, started_at } = rollover;
  return started_at === null
    ? findCarriedOver(rollover, noTransaction)
    : storedCarriedOver({ rolloverId }, noTransaction);
}

function turnOf(rollover: RolloverRow, place: TurnPlace, timeZone: string): Omit<Turn, "carriedOver"> {
  const { rollover_id: id, from_term_id, to_term_id, to_year_id, asked_by_name, state, fault } = rollover;
  const readAt = now();
  return {
    url: turnUrl(id, place),
    readAt: readAt.getTime(),
    asOf: clockSeconds(readAt, timeZone),
    id,
    state,
    from: { title: termTitle(from_term_id), short: termWords(from_term_id) },
    to: { title: termTitle(to_term_id), short: termWords(to_term_id), year: yearLabel(to_year_id) },
    dates: formatSpan(rollover.term_start, rollover.term_end),
    sessions: rollover.total_sessions,
    turnsYear: rollover.turns_year,
    asked: {
      by: asked_by_name,
      at: formatWhen(rollover.rehearsed_at ?? rollover.asked_at, { timeZone, now: readAt }),
    },
    begun: begunOf(rollover, timeZone),
    fault,
    balance: rollover,
    place,
  };
}

function begunOf(
  { started_at, started_by_name, ended_at, undone_at }: RolloverRow,
  timeZone: string,
): Turn["begun"] {
  if (started_at === null) return null;
  const ended = undone_at ?? ended_at;
  return {
    by: started_by_name ?? "",
    day: formatDate(dayOf(started_at, timeZone)),
    at: clockSeconds(started_at, timeZone),
    ended: ended && clockSeconds(ended, timeZone),
  };
}
