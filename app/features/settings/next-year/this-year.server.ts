import type { Reading } from "#db/index.ts";
import { currentTerm, theSchool } from "#db/queries/school.ts";
import type { Flavour } from "#domain/grades.ts";
import { idOf } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";
import { notStored, type Stored } from "../stored.server.ts";
import { wasField, type Posted } from "./judge.rules.ts";

export type ThisYear = { academicYearId: number; academicTermId: number; flavour: Flavour };

/** The year that next year's classes are made from. @throws notFound in a school whose calendar has not begun */
export async function thisYear(t: Reading): Promise<ThisYear> {
  const [term, { flavour }] = [await currentTerm(t), await theSchool(t)];
  if (!term?.academic_year_id) throw notFound("The school has no current year yet.");
  return { academicYearId: term.academic_year_id, academicTermId: term.academic_term_id, flavour };
}

/** Null where a form is of the year that is; what is said of one from before the year turned. */
export function turnedSince(form: FormData, { academicYearId }: ThisYear): Stored | null {
  if (Number(form.get("year")) === academicYearId) return null;
  return notStored(409, form, {
    year: "The year was turned since this page was opened. Nothing was stored.",
  });
}

/** No class and nobody has this number: what is no choice of a page of ours is refused as one that is not offered. */
const NONE = 0;

/** What a form says of these classes: `name-12` is to be what is chosen, `was-12` what stood there. */
export function postedIds(
  form: FormData,
  name: string,
  classIds: readonly number[],
): Map<number, Posted<number | null>> {
  const idIn = (field: string) => {
    const text = String(form.get(field) ?? "");
    return text === "" ? null : (idOf(text) ?? NONE);
  };
  const sent = classIds.filter((classId) => form.has(`${name}-${classId}`));
  return new Map(
    sent.map((classId) => [classId, { was: idIn(wasField(classId)), typed: idIn(`${name}-${classId}`) }]),
  );
}
