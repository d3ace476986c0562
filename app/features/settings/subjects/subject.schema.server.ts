import { z } from "zod";
import { oneLine } from "#access/forms/form-values.schema.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { idOf } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";
import { LONGEST_ABBREVIATION, LONGEST_SUBJECT, type SubjectsPlace } from "./school-subjects.rules.ts";

const named = (longest: number) =>
  oneLine(longest, MESSAGES.fieldBlank).refine((text) => text !== "", MESSAGES.fieldBlank);

/** Title and abbreviation cannot be blank (A5). */
export const SubjectForm = z.object({
  title: named(LONGEST_SUBJECT),
  abbr: named(LONGEST_ABBREVIATION),
});

export function subjectsPlaceIn(query: URLSearchParams): SubjectsPlace {
  const edit = query.get("edit");
  return {
    tab: query.get("show") === "retired" ? "retired" : "in use",
    edit: edit === "new" ? "new" : idOf(edit ?? undefined),
  };
}

/** @throws notFound */
export function subjectIdOf({ subjectId }: Record<string, string | undefined>): number {
  const id = idOf(subjectId);
  if (id === null) throw notFound("There is no such subject.");
  return id;
}
