import { z } from "zod";
import { chooserWord, yearLabel } from "#domain/terms.ts";
import { listTerms, readCurrentTerm } from "#features/lookups/calendar.server.ts";
import { lookUp, type Endpoint } from "./dispatch/endpoint.ts";

/** Academic terms and academic periods (T3, A3) in one row: `value` is the academic_term_id. */
const Term = z.strictObject({
  academic_term_id: z.int(),
  academic_year_id: z.int(),
  academic_year: z.string(),
  term: z.int(),
  forthnightly_tests: z.boolean(),
  value: z.int(),
  forthnightlyTests: z.boolean(),
  assesmentType: z.string(),
});

const CurrentTerm = z.strictObject({
  id: z.int(),
  academic_year_id: z.int(),
  term: z.int(),
  term_start: z.iso.date(),
  term_end: z.iso.date(),
  total_sessions: z.int().nullable(),
  next_term_start: z.iso.date().nullable(),
});

export const CALENDAR: readonly Endpoint[] = [
  // A report card can be made for every term that has mark sheets.
  ...["/api/mark-sheet-terms", "/api/report-card-terms"].map((path) =>
    lookUp({ path, reply: z.array(Term), read: async () => (await listTerms()).map(termOnTheWire) }),
  ),
  lookUp({
    path: "/api/current-term",
    reply: CurrentTerm,
    read: async () => {
      const { academic_term_id: id, assessment_type: _, ...term } = await readCurrentTerm();
      return { id, ...term };
    },
  }),
];

function termOnTheWire(term: Awaited<ReturnType<typeof listTerms>>[number]): z.input<typeof Term> {
  const isFortnightly = term.assessment_type === "Forthnightly Test";
  return {
    academic_term_id: term.academic_term_id,
    academic_year_id: term.academic_year_id,
    academic_year: yearLabel(term.academic_year_id),
    term: term.term,
    forthnightly_tests: isFortnightly,
    value: term.academic_term_id,
    forthnightlyTests: isFortnightly,
    assesmentType: chooserWord(term.assessment_type),
  };
}
