import type { GivenDates } from "#domain/turn/term-dates.ts";
import { idOf } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";
import type { TermField } from "./current-term.rules.ts";

/** What a form says of a term: what is empty is missing. */
export function givenDates(form: FormData): GivenDates {
  const textOf = (field: TermField) => {
    const text = form.get(field);
    return typeof text === "string" && text.trim() !== "" ? text.trim() : null;
  };
  const sessions = textOf("total_sessions");
  return {
    term_start: textOf("term_start"),
    term_end: textOf("term_end"),
    next_term_start: textOf("next_term_start"),
    total_sessions: sessions === null ? null : Number(sessions),
  };
}

/** @throws notFound */
export function termIdOf({ termId }: Record<string, string | undefined>): number {
  const id = idOf(termId);
  if (id === null) throw notFound("There is no such term.");
  return id;
}
