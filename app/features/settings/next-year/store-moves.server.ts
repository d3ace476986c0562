import { comingClasses, movedClasses } from "#db/queries/next-year/classes.ts";
import { lockNextYear } from "#db/queries/next-year/making.ts";
import { storeMoves } from "#db/queries/next-year/moves.ts";
import { termTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { notStored, type Stored } from "../stored.server.ts";
import { judgeMoves } from "./moves-verdict.rules.ts";
import { movesOf, sharedField } from "./moves.rules.ts";
import { postedIds, thisYear, turnedSince } from "./this-year.server.ts";

/** Which class of next year each class goes up into: all of it is stored, or nothing. */
export function chooseMoves(person: Person, form: FormData): Promise<Stored> {
  return termTransaction(person, async (t) => {
    const year = await thisYear(t);
    const turned = turnedSince(form, year);
    if (turned) return turned;
    await lockNextYear(year, t);
    const coming = await comingClasses(year, t);
    const moves = movesOf(await movedClasses(year, t), coming, year.flavour);
    const classIds = moves.map(({ classId }) => classId);
    const shared = coming.filter(({ class_id }) => form.has(sharedField(class_id)));
    const { errors, changes, isStale } = judgeMoves(
      moves,
      postedIds(form, "up", classIds),
      new Set(shared.map(({ class_id }) => class_id)),
    );
    if (Object.keys(errors).length > 0) return notStored(isStale ? 409 : 422, form, errors);
    if (changes.length > 0) await storeMoves({ academicYearId: year.academicYearId, moves: changes }, t);
    return { ok: true, words: "Next year's classes saved" };
  });
}
