import type { GivenDates } from "#domain/turn/term-dates.ts";
import { idOf, isDay } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";
import type { TermField } from "./current-term.rules.ts";

/** Years that no school has are typing mistakes. */
const [FIRST_DAY, LAST_DAY] = ["1950-01-01", "2099-12-31"];

/** What a form says of a term: what is empty, no day or no number is missing. */
export function givenDates(form: FormData): GivenDates {
  const textOf = (field: TermField) => {
    const text = form.get(field);
    return typeof text === "string" && text.trim() !== "" ? text.trim() : null;
  };
  const dayOf = (field: TermField) => {
    const day = textOf(field);
    return isDay(day) && day >= FIRST_DAY && day <= LAST_DAY ? day : null;
  };
  const sessions = textOf("total_sessions");
  return {
    term_start: dayOf("term_start"),
    term_end: dayOf("term_end"),
    next_term_start: dayOf("next_term_start"),
    total_sessions: sessions === null ? null : Number(sessions),
  };
}

/** @throws notFound */
export function termIdOf({ termId }: Record<string, string | undefined>): number {
  const id = idOf(termId);
  if (id === null) throw notFound("There is no such term.");
  return id;
}
