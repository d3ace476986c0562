import { z } from "zod";
import { chooserWord, yearLabel } from "#domain/terms.ts";
import { listSubjects, listTerms, readCurrentTerm } from "#features/lookups/calendar.server.ts";
import { endpoint } from "./dispatch/endpoint.ts";
import type { Endpoint } from "./dispatch/endpoint.ts";

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

const Subject = z.strictObject({ id: z.int(), title: z.string(), abbr: z.string() });

export const CALENDAR: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/mark-sheet-terms",
    access: "signed-in",
    reply: z.array(Term),
    answer: async () => ({ status: 200, body: (await listTerms()).map(termOnTheWire) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/report-card-terms",
    access: "signed-in",
    reply: z.array(Term),
    // A report card can be made for every term that has mark sheets.
    answer: async () => ({ status: 200, body: (await listTerms()).map(termOnTheWire) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/current-term",
    access: "signed-in",
    reply: CurrentTerm,
    answer: async () => {
      const { academic_term_id, assessment_type: _, ...term } = await readCurrentTerm();
      return { status: 200, body: { id: academic_term_id, ...term } };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/subjects",
    access: "signed-in",
    reply: z.array(Subject),
    answer: async () => {
      const subjects = await listSubjects();
      return { status: 200, body: subjects.map(({ subject_id: id, title, abbr }) => ({ id, title, abbr })) };
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
