import type { DemoTerm } from "../calendar.ts";
import { schoolDays } from "../days.ts";
import { random } from "../random.ts";
import type { DemoStudent } from "../people/students.ts";

export type Away = { absent: readonly string[]; late: readonly string[] };

/** Who was away yesterday is likely still ill today. */
const STAYS_AWAY = 0.4;
const USUAL = 0.008;

/** The days of a term that have been, `today` included. */
export function daysUntil({ term_start, term_end }: DemoTerm, today: string): string[] {
  return schoolDays(term_start, term_end < today ? term_end : today);
}

/** On which of the term's days a student was absent or late. */
export function awayOf({ id, diligence }: DemoStudent, term: DemoTerm, days: readonly string[]): Away {
  const chance = random(`away ${id} ${term.academic_term_id}`);
  const carelessness = 1 - diligence;
  const absent: string[] = [];
  const late: string[] = [];
  let wasAbsent = false;
  for (const day of days) {
    wasAbsent = chance.chance(wasAbsent ? STAYS_AWAY : USUAL + 0.07 * carelessness);
    if (wasAbsent) absent.push(day);
    else if (chance.chance(USUAL + 0.08 * carelessness)) late.push(day);
  }
  return { absent, late };
}
