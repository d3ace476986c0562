import { noteOwnTeaching } from "#access/own-teaching.server.ts";
import { carryLessons, leaveOutLessons, lessonsToCarry } from "#db/queries/next-year/lessons.ts";
import { lockNextYear } from "#db/queries/next-year/making.ts";
import { currentTeachers } from "#db/queries/people/teachers.ts";
import { termTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { countOf } from "#domain/text/noun.ts";
import { notStored, type Stored } from "../../stored.server.ts";
import {
  groupLessons,
  LEAVE_OUT,
  teacherField,
  tickField,
  wasField,
  type LessonRow,
} from "./lessons.rules.ts";
import { judgeLessons, type Ticked } from "./lessons-verdict.rules.ts";
import { thisYear, turnedSince } from "../this-year.server.ts";

/** Who has the ticked lessons next year: all of them are stored, or none. */
export function carryTicked(person: Person, form: FormData): Promise<Stored> {
  return termTransaction(person, async (t) => {
    const year = await thisYear(t);
    const turned = turnedSince(form, year);
    if (turned) return turned;
    await lockNextYear(year, t);
    const teachers = await currentTeachers(t);
    const rows = groupLessons(await lessonsToCarry(year, t), year.flavour);
    const ticked = tickedIn(form, rows);
    if (ticked.size === 0) return notStored(422, form, { lessons: "Tick what is to be carried over." });
    const { errors, changes, isStale } = judgeLessons(rows, ticked, teachers);
    if (Object.keys(errors).length > 0) return notStored(isStale ? 409 : 422, form, errors);
    let count = 0;
    for (const { lessonIds, employeeId } of changes) {
      count += lessonIds.length;
      if (employeeId === LEAVE_OUT) await leaveOutLessons({ lessonIds }, t);
      else {
        await carryLessons({ lessonIds, employeeId }, t);
        await noteOwnTeaching(person, { employeeId, what: "lessons of next year" }, t);
      }
    }
    return { ok: true, words: `${countOf(count, "lesson")} of next year saved` };
  });
}

function tickedIn(form: FormData, rows: readonly LessonRow[]): Ticked {
  const textOf = (field: string) => String(form.get(field) ?? "");
  const ticked = rows.filter(({ key }) => form.has(tickField(key)));
  return new Map(
    ticked.map(({ key }) => [key, { was: textOf(wasField(key)), typed: textOf(teacherField(key)) }]),
  );
}
