import { formatDate } from "../dates.ts";
import { findDayFault } from "../text/read-day.ts";
import { formatCountOf } from "../text/noun.ts";
import { TERMS_PER_YEAR, termTitle } from "../terms.ts";

export type TermDates = {
  term_start: string;
  term_end: string;
  total_sessions: number;
  next_term_start: string;
};

/** A term's dates as they were typed. Empty fields are missing or null; a text in a number field becomes NaN. */
export type TermDatesInput = { [Name in keyof TermDates]?: TermDates[Name] | null };
export type TermDateFaults = Partial<Record<keyof TermDates, string>>;

type OtherTerm = { academic_term_id: number; term_start: string; term_end: string };

/** The message beside a missing date, as the specification quotes it. */
export const DATE_REQUIRED = "This field is required";

const FIELDS = ["term_start", "term_end", "total_sessions", "next_term_start"] as const;
const MOST_SESSIONS = 400;
/** Years outside this range are treated as typing mistakes. */
const POSSIBLE = { from: "1950-01-01", to: "2099-12-31" };

/** Checks a term's dates, also against the calendar's other terms. Returns an empty object when they are valid. */
export function findTermDateFaults(
  academicTermId: number,
  given: TermDatesInput,
  calendar: readonly OtherTerm[],
): TermDateFaults {
  const others = calendar.filter((term) => term.academic_term_id !== academicTermId);
  const faults: TermDateFaults = {};
  const sound: TermDatesInput = { ...given };
  for (const field of FIELDS) {
    const fault = ownFault(given[field]);
    if (fault === null) continue;
    faults[field] = fault;
    sound[field] = null;
  }
  const found = [
    orderFault(sound),
    overlapFault(sound, others),
    ...placeFaults(academicTermId, sound, others),
  ];
  for (const [field, fault] of found) if (fault !== null) faults[field] ??= fault;
  return faults;
}

/** Tells TypeScript that every date is present, because there are no errors. */
export function hasAllTermDates(given: TermDatesInput, faults: TermDateFaults): given is TermDates {
  return Object.keys(faults).length === 0;
}

/** Returns the id of the following term: `202620271` for `202520263`. */
export function nextTermId(academicTermId: number): number {
  const [year, term] = [Math.floor(academicTermId / 10), academicTermId % 10];
  return term < TERMS_PER_YEAR ? academicTermId + 1 : (year + 1_0001) * 10 + 1;
}

type Fault = [field: keyof TermDates, fault: string | null];

function ownFault(value: string | number | null | undefined): string | null {
  if (value == null || value === "") return DATE_REQUIRED;
  const fault = typeof value === "number" ? sessionsFault(value) : findDayFault(value, POSSIBLE);
  return fault && `${fault}.`;
}

function sessionsFault(value: number): string | null {
  const isGood = Number.isInteger(value) && value >= 1 && value <= MOST_SESSIONS;
  return isGood ? null : `Enter a whole number from 1 to ${MOST_SESSIONS}`;
}

function orderFault({ term_start, term_end, next_term_start }: TermDatesInput): Fault {
  if (term_start && term_end && term_end <= term_start)
    return ["term_end", "Enter an end date after the start of the term."];
  const isEarly = term_end && next_term_start && next_term_start <= term_end;
  return ["next_term_start", isEarly ? "Enter a start date after the end of this term." : null];
}

function overlapFault({ term_start, term_end }: TermDatesInput, others: readonly OtherTerm[]): Fault {
  const met =
    term_start && term_end
      ? others.find((other) => other.term_start <= term_end && other.term_end >= term_start)
      : undefined;
  return ["term_start", met ? "These dates overlap with another term. Change the start or the end." : null];
}

/** Checks that a term lies after all terms with lower ids and before all terms with higher ids. */
function placeFaults(
  id: number,
  { term_start, term_end }: TermDatesInput,
  others: readonly OtherTerm[],
): Fault[] {
  const before = others.find((one) => one.academic_term_id < id && term_start && one.term_end >= term_start);
  const after = others.find((one) => one.academic_term_id > id && term_end && one.term_start <= term_end);
  return [
    [
      "term_start",
      before
        ? `Enter a date after the end of ${termTitle(before.academic_term_id)} on ${formatDate(before.term_end)}.`
        : null,
    ],
    [
      "term_end",
      after
        ? `Enter a date before the start of ${termTitle(after.academic_term_id)} on ${formatDate(after.term_start)}.`
        : null,
    ],
  ];
}

/**
 * Warns that the new dates leave tests and marked registers outside the term. Returns null if there are none.
 * @param button the button that saves the dates anyway when it is pressed again
 */
export function describeDataOutsideTerm(
  { tests, registers }: { tests: number; registers: number },
  button: string,
): string | null {
  const parts = [
    ...(tests > 0 ? [`the dates of ${formatCountOf(tests, "test")}`] : []),
    ...(registers > 0 ? [formatCountOf(registers, "marked register")] : []),
  ];
  if (parts.length === 0) return null;
  return `These dates leave ${parts.join(" and ")} outside the term. Change the dates, or press ${button} again to use them all the same.`;
}
