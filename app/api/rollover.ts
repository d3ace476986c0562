import { z } from "zod";
import { MESSAGES } from "#domain/messages.ts";
import { TERMS_PER_YEAR } from "#domain/terms.ts";
import { readCurrentTerm } from "#features/lookups/calendar.server.ts";
import { updateTerm } from "#features/settings/current-term/current-term.server.ts";
import {
  advanceTerm,
  countRegisteredStudents,
  waitForCurrentStep,
  undoLastRollover,
} from "#features/rollover/advance-term.server.ts";
import type { TermDateFaults } from "#domain/rollover/term-dates.ts";
import { defineEndpoint, type Endpoint, type EndpointReply } from "./dispatch/endpoint.ts";
import { calendarDaySchema, ignoredFieldSchema, missingOrInvalidError } from "./dispatch/wire.ts";

/** The progress of the rollover after the requested step. */
const Said = z.strictObject({
  message: z.string(),
  state: z.string(),
  academic_term_id: z.int(),
  registered: z.int(),
});

const WHOLE = missingOrInvalidError("This must be a whole number.");
const wholeNumber = (figures: RegExp) =>
  z.union([z.int(WHOLE), z.string().regex(figures, WHOLE).transform(Number)], WHOLE);

/** The fields describe the current term, or the term that becomes current. */
const AskedTerm = z.object({
  term: wholeNumber(/^\d$/),
  term_start: calendarDaySchema(),
  term_end: calendarDaySchema(),
  total_sessions: wholeNumber(/^\d{1,3}$/),
  next_term_start: calendarDaySchema(),
});

const Registered = z.strictObject({ registered: z.int(), total: z.int() });

/** Fields that client programs repeat here. They have no effect, because the rollover was started with them. */
const NewTerm = z.object({ new_term_beginning: ignoredFieldSchema, total_sessions: ignoredFieldSchema });

type Named = { path: string; summary: string; body?: typeof NewTerm };

const OTHER_TERM = "This must be the current term or the next term.";
const GOES_ON = "The new term is being set up. Try again in a minute.";
const NOT_YET =
  "Start the next term first. This step belongs to a new term, and no new term has been started.";

export const ROLLOVER_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/api/current-term",
    summary: "Corrects the dates of the current term, or starts the next term",
    access: "settings.manage",
    body: AskedTerm,
    reply: z.union([Said, z.strictObject({ message: z.string() })]),
    answer: async ({ person, body: { term, ...dates } }) => {
      const current = await readCurrentTerm();
      if (term === current.term) {
        const updated = await updateTerm(person, dates);
        if (updated.kind === "not-done") return invalid(updated.errors);
        return { status: 200, body: { message: MESSAGES.termUpdated } };
      }
      if (term !== (current.term % TERMS_PER_YEAR) + 1) return refusedTerm();
      return replyTo(await advanceTerm(person, dates));
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/term-registration",
    summary: "Counts the students who are registered in the new term",
    access: "settings.manage",
    reply: Registered,
    answer: async () => {
      const counted = await countRegisteredStudents();
      return counted ? { status: 200, body: counted } : { status: 409, body: { message: NOT_YET } };
    },
  }),
  stepCall("register", {
    path: "/api/term-registration",
    summary: "Registers every student in the new term",
    body: NewTerm,
  }),
  stepCall("promote", {
    path: "/api/promote",
    summary: "Moves the students to their classes of the new school year",
  }),
  defineEndpoint({
    method: "DELETE",
    path: "/api/term-registration",
    summary: "Undoes the start of the new term",
    access: "settings.manage",
    reply: z.strictObject({ message: z.string() }),
    answer: async ({ person }) => {
      const { ok, words } = await undoLastRollover(person);
      return ok ? { status: 200, body: { message: words } } : { status: 409, body: { message: words } };
    },
  }),
];

/** Defines the endpoint of one step. It needs no further values, because the rollover has stored them. */
function stepCall(step: "register" | "promote", named: Named): Endpoint {
  return defineEndpoint({
    method: "POST",
    ...named,
    access: "settings.manage",
    reply: Said,
    answer: async () => {
      const reached = await waitForCurrentStep(step);
      return reached ? replyTo(reached) : { status: 409, body: { message: NOT_YET } };
    },
  });
}

function replyTo(advanced: Awaited<ReturnType<typeof advanceTerm>>): EndpointReply<z.input<typeof Said>> {
  if (advanced.kind === "invalid") return invalid(advanced.faults);
  if (advanced.kind === "refused") return { status: 409, body: { message: advanced.words } };
  const { state, to_term_id: academic_term_id, on_roll: registered } = advanced.run;
  const message = state === "done" ? MESSAGES.termSet : GOES_ON;
  return { status: 200, body: { message, state, academic_term_id, registered } };
}

function invalid(faults: TermDateFaults | string): EndpointReply<never> {
  if (typeof faults === "string") return { status: 422, body: { message: faults } };
  const errors = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [fault]]));
  return { status: 422, body: { message: Object.values(faults)[0] ?? OTHER_TERM, errors } };
}

function refusedTerm(): EndpointReply<never> {
  return { status: 422, body: { message: OTHER_TERM, errors: { term: [OTHER_TERM] } } };
}
