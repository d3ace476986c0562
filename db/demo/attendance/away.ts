import { ABSENT, LATE, type AbsenceReason } from "#domain/daily/attendance-states.ts";
import { addDays } from "#domain/dates.ts";
import { SESSIONS_PER_DAY, type DemoTerm } from "../calendar.ts";
import { schoolDays } from "#domain/school/public-holidays.ts";
import type { DemoStudent } from "../people/demo-student.ts";
import { random, shareOf } from "../random.ts";

/** A session in which a student was absent or late, from which registers and term records are made. */
export type Away = {
  day: string;
  session: number;
  state: typeof ABSENT | typeof LATE;
  reason: AbsenceReason | null;
};

/** A student who was ill yesterday is likely still ill today. */
const STAYS_AWAY = 0.4;
const USUAL = 0.008;
/** The share of absences in which the student went home at noon. */
const HALF_DAYS = 0.1;
const MORNING = 1;

const REASONS: readonly { reason: AbsenceReason | null; until: number }[] = [
  { reason: "sick", until: 0.6 },
  { reason: "family", until: 0.75 },
  { reason: "other", until: 0.8 },
  { reason: null, until: 1 },
];

export function daysBefore({ term_start, term_end }: DemoTerm, today: string): string[] {
  return schoolDays(term_start, term_end < today ? term_end : addDays(today, -1));
}

/** Draws the sessions of these days that a student missed; one more day changes nothing about the earlier ones. */
export function awayOf({ id, diligence }: DemoStudent, term: DemoTerm, days: readonly string[]): Away[] {
  const chance = random(`away ${id} ${term.academic_term_id}`);
  const carelessness = 1 - diligence;
  const away: Away[] = [];
  let wasAbsent = false;
  for (const day of days) {
    wasAbsent = chance.chance(wasAbsent ? STAYS_AWAY : USUAL + 0.07 * carelessness);
    if (wasAbsent) away.push(...absence(id, day));
    else if (chance.chance(USUAL + 0.08 * carelessness))
      away.push({ day, session: MORNING, state: LATE, reason: null });
  }
  return away;
}

function absence(studentKey: number, day: string): Away[] {
  const why = shareOf(`why ${studentKey} ${day}`);
  const reason = REASONS.find(({ until }) => why < until)?.reason ?? null;
  const sessions = Array.from({ length: SESSIONS_PER_DAY }, (_, index) => index + 1);
  const isHalf = shareOf(`half ${studentKey} ${day}`) < HALF_DAYS;
  const missed = isHalf ? sessions.slice(MORNING) : sessions;
  return missed.map((session) => ({ day, session, state: ABSENT, reason }));
}
