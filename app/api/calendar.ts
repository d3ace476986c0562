import { z } from "zod";
import { formatDateRange } from "#domain/dates.ts";
import { academicYearOf, testKindLabel, isFortnightly, calendarYears, yearLabel } from "#domain/terms.ts";
import {
  listSelectableTerms,
  listBegunTerms,
  readCurrentTerm,
  readNextTerm,
} from "#features/lookups/calendar.server.ts";
import { formatFormFailure } from "#access/forms/answer-form.server.ts";
import { makeTermCurrent } from "#features/settings/current-term/current-term.server.ts";
import { defineEndpoint, defineSignedInGet, type Endpoint } from "./dispatch/endpoint.ts";
import { idSchema } from "./dispatch/wire.ts";

/** A term of the calendar. For drop-down lists, `value` repeats the academic_term_id. */
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

/** A school year that has class lists. `start` and `end` are its two calendar years. */
const ListYear = z.strictObject({
  id: z.int(),
  academic_year_id: z.int(),
  academic_year: z.string(),
  start: z.int(),
  end: z.int(),
  current: z.boolean(),
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

const NextTerm = z.strictObject({
  id: z.int(),
  academic_year_id: z.int(),
  term: z.int(),
  term_start: z.iso.date().nullable(),
});

const PastTerm = z.strictObject({
  id: z.int(),
  year: z.string(),
  term: z.int(),
  period: z.string(),
  current: z.boolean(),
});

/** The current term as an option of a drop-down list. */
const Period = Term.pick({
  value: true,
  academic_year_id: true,
  forthnightlyTests: true,
  assesmentType: true,
});

/** One endpoint at two addresses, which sets the current term of the school to an earlier or later term. */
const SET_TERM: readonly Endpoint[] = ["/api/backdate-term", "/api/current-period"].map((path) =>
  defineEndpoint({
    method: "POST",
    path,
    summary: "Changes the school's current term to an earlier or later one",
    access: "settings.manage",
    body: z.object({ academic_term_id: idSchema }),
    reply: z.strictObject({ message: z.string(), academic_term_id: z.int() }),
    answer: async ({ person, body: { academic_term_id } }) => {
      const outcome = await makeTermCurrent(person, { academicTermId: academic_term_id, seen: null });
      if (outcome.kind === "not-done") {
        const message = formatFormFailure(outcome);
        return { status: 422, body: { message, errors: { academic_term_id: [message] } } };
      }
      return { status: 200, body: { message: outcome.message, academic_term_id } };
    },
  }),
);

export const CALENDAR_ENDPOINTS: readonly Endpoint[] = [
  // The two lists are the same, because a report card can be printed for every term that has mark sheets.
  ...["mark-sheet", "report-card"].map((kind) =>
    defineSignedInGet({
      path: `/api/${kind}-terms`,
      summary: `Lists the terms that have ${kind.replace("-", " ")}s, newest first`,
      list: { sort: ["academic_term_id", "academic_year_id", "term"] },
      reply: z.array(Term),
      read: async () => (await listBegunTerms()).map(termOnTheWire),
    }),
  ),
  defineSignedInGet({
    path: "/api/class-list-years",
    summary: "Lists the school years that have class lists, newest first",
    list: { sort: ["id", "academic_year_id"] },
    reply: z.array(ListYear),
    read: async () => yearsOf(await listBegunTerms()),
  }),
  defineSignedInGet({
    path: "/api/current-term",
    summary: "Reads the current term",
    reply: CurrentTerm,
    read: async () => {
      const { academic_term_id: id, assessment_type: _, ...term } = await readCurrentTerm();
      return { id, ...term };
    },
  }),
  defineSignedInGet({
    path: "/api/next-term",
    summary: "Reads the term after the current one",
    reply: NextTerm,
    read: async () => {
      const { academic_term_id: id, term_start } = await readNextTerm();
      return { id, academic_year_id: academicYearOf(id), term: id % 10, term_start };
    },
  }),
  defineSignedInGet({
    path: "/api/current-period",
    summary: "Reads the current term and its title, for a list of choices",
    reply: Period,
    read: async () => {
      const { value, academic_year_id, forthnightlyTests, assesmentType } = termOnTheWire(
        await readCurrentTerm(),
      );
      return { value, academic_year_id, forthnightlyTests, assesmentType };
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/term-history",
    summary: "Lists the terms that the school can be set to, newest first",
    access: "settings.manage",
    list: { sort: ["id", "year", "term"] },
    reply: z.array(PastTerm),
    answer: async () => ({
      status: 200,
      body: (await listSelectableTerms()).map(({ academic_term_id, academic_year_id, term, ...past }) => ({
        id: academic_term_id,
        year: yearLabel(academic_year_id),
        term,
        period: formatDateRange(past.term_start, past.term_end),
        current: past.is_current,
      })),
    }),
  }),
  ...SET_TERM,
];

type WireTerm = Pick<
  Awaited<ReturnType<typeof listBegunTerms>>[number],
  "academic_term_id" | "academic_year_id" | "term" | "assessment_type"
>;

function termOnTheWire(term: WireTerm): z.input<typeof Term> {
  const hasTests = isFortnightly(term.assessment_type);
  return {
    academic_term_id: term.academic_term_id,
    academic_year_id: term.academic_year_id,
    academic_year: yearLabel(term.academic_year_id),
    term: term.term,
    forthnightly_tests: hasTests,
    value: term.academic_term_id,
    forthnightlyTests: hasTests,
    assesmentType: testKindLabel(term.assessment_type),
  };
}

/** Returns the years in the order of the terms, which is newest first. */
function yearsOf(terms: Awaited<ReturnType<typeof listBegunTerms>>): z.input<typeof ListYear>[] {
  const years = new Set(terms.map(({ academic_year_id }) => academic_year_id));
  const current = terms.find(({ is_current }) => is_current)?.academic_year_id;
  return [...years].map((id) => ({
    id,
    academic_year_id: id,
    academic_year: yearLabel(id),
    ...calendarYears(id),
    current: id === current,
  }));
}
