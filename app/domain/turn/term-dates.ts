import { TERMS_PER_YEAR } from "../terms.ts";

/** What is asked of a term (A3, Current term). */
export type TermDates = {
  term_start: string;
  term_end: string;
  total_sessions: number;
  next_term_start: string;
};

/** As it was typed: what is empty or no number is missing. */
export type GivenDates = { [Name in keyof TermDates]?: TermDates[Name] | null };
export type TermFaults = Partial<Record<keyof TermDates, string>>;

type OtherTerm = { academic_term_id: number; term_start: string; term_end: string };

/** The specification's word beside a date that is missing (A5). */
export const DATE_REQUIRED = "This field is required";

const FIELDS = ["term_start", "term_end", "total_sessions", "next_term_start"] as const;
const MOST_SESSIONS = 400;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What is wrong with a term's dates beside those of other terms; empty where nothing is. */
export function termFaults(given: GivenDates, others: readonly OtherTerm[]): TermFaults {
  const missing = FIELDS.filter((field) => isMissing(given[field]));
  const faults: TermFaults = Object.fromEntries(missing.map((field) => [field, DATE_REQUIRED]));
  for (const [field, fault] of [orderFault(given), overlapFault(given, others), sessionsFault(given)]) {
    if (fault !== null) faults[field] ??= fault;
  }
  return faults;
}

/** Whether nothing was found wrong, so that all is there. */
export function areTermDates(given: GivenDates, faults: TermFaults): given is TermDates {
  return Object.keys(faults).length === 0;
}

/** `202620271` after `202520263`. */
export function nextTermId(academicTermId: number): number {
  const [year, term] = [Math.floor(academicTermId / 10), academicTermId % 10];
  return term < TERMS_PER_YEAR ? academicTermId + 1 : (year + 1_0001) * 10 + 1;
}

type Fault = [field: keyof TermDates, fault: string | null];

function isMissing(value: string | number | null | undefined): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return value === null || value === undefined || !DAY.test(value) || Number.isNaN(Date.parse(value));
}

function orderFault({ term_start, term_end, next_term_start }: GivenDates): Fault {
  if (term_start && term_end && term_end <= term_start)
    return ["term_end", "The term ends after it has started."];
  const isEarly = term_end && next_term_start && next_term_start <= term_end;
  return ["next_term_start", isEarly ? "The next term starts after this one has ended." : null];
}

function overlapFault({ term_start, term_end }: GivenDates, others: readonly OtherTerm[]): Fault {
  const met =
    term_start && term_end
      ? others.find((other) => other.term_start <= term_end && other.term_end >= term_start)
      : undefined;
  return ["term_start", met ? "Another term is on some of these days." : null];
}

function sessionsFault({ total_sessions }: GivenDates): Fault {
  const isNumber = typeof total_sessions === "number" && Number.isFinite(total_sessions);
  const isGood =
    isNumber && Number.isInteger(total_sessions) && total_sessions >= 1 && total_sessions <= MOST_SESSIONS;
  return [
    "total_sessions",
    isNumber && !isGood ? `A whole number of sessions from 1 to ${MOST_SESSIONS}.` : null,
  ];
}
