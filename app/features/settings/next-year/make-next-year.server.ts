import * as making from "#db/queries/next-year/making.ts";
import { carryPlainLessons } from "#db/queries/next-year/lessons.ts";
import { termTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { yearAfter, yearLabel } from "#domain/terms.ts";
import type { Stored } from "../stored.server.ts";
import { madeWords } from "./next-year.rules.ts";
import { thisYear, turnedSince } from "./this-year.server.ts";

/**
 * Makes next year of this one: a class of each, with its teachers and deans, and the lessons that ask no question. What
 * was made before stays as it is, so that it can be pressed again; nothing of this year changes.
 */
export function makeNextYear(person: Person, form: FormData): Promise<Stored> {
  return termTransaction(person, async (t) => {
    const year = await thisYear(t);
    const turned = turnedSince(form, year);
    if (turned) return turned;
    await making.lockNextYear(year, t);
    const classIds = await making.addClasses(year, t);
    const made = { academicYearId: year.academicYearId, classIds };
    await making.addTeachers(made, t);
    await making.addDeans(made, t);
    await carryPlainLessons(made, t);
    return { ok: true, words: madeWords(yearLabel(yearAfter(year.academicYearId)), classIds.length) };
  });
}
