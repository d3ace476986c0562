import { z } from "zod";
import { parseForm } from "#access/posted-form.server.ts";
import { idOf, isDay } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { badRequest } from "#runtime/errors.ts";
import { giveToSubstitute, takeBackFromSubstitute } from "./give-to-substitute.server.ts";
import { LESSON_FIELD, type SubstituteSent } from "./substitutes.ts";

const NOT_A_DAY = "This is not a day of the calendar.";

const SubstituteForm = z.object({
  // What is no id is nobody's.
  substitute: z.string("Choose a colleague.").transform((id) => idOf(id) ?? 0),
  from: z.string(NOT_A_DAY).refine(isDay, NOT_A_DAY),
  to: z.string(NOT_A_DAY).refine(isDay, NOT_A_DAY),
});

type Posted = { ok: true } | { ok: false; status: 409 | 422; sent: SubstituteSent };

/** Gives the ticked lessons to a colleague. @throws notFound */
export async function postSubstitute(person: Person, employeeId: number, form: FormData): Promise<Posted> {
  const lessonIds = [...form.keys()].flatMap((name) =>
    name.startsWith(LESSON_FIELD) ? (idOf(name.slice(LESSON_FIELD.length)) ?? []) : [],
  );
  const typed = {
    lessonIds,
    substitute: textIn(form, "substitute"),
    from: textIn(form, "from"),
    to: textIn(form, "to"),
  };
  const sent = parseForm(form, SubstituteForm);
  if (!sent.ok) return { ok: false, status: 422, sent: { typed, errors: sent.errors } };
  const { substitute: substituteId, from, to } = sent.value;
  const given = await giveToSubstitute(person, { employeeId, lessonIds, substituteId, from, to });
  if (given.ok) return given;
  return { ok: false, status: given.status, sent: { typed, errors: { [given.field]: given.fault } } };
}

/** @throws notFound, badRequest */
export function postTakeBack(person: Person, employeeId: number, form: FormData): Promise<void> {
  const substitution = idOf(textIn(form, "substitution"));
  if (substitution === null) throw badRequest();
  return takeBackFromSubstitute(person, { employeeId, substitution });
}

function textIn(form: FormData, name: string): string {
  const text = form.get(name);
  return typeof text === "string" ? text : "";
}
