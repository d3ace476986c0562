import { noteOwnTeaching } from "#access/own-teaching.server.ts";
import { comingClasses, movedClasses } from "#db/queries/next-year/classes.ts";
import { storeLabels, storeLeads } from "#db/queries/next-year/leads.ts";
import { lockNextYear } from "#db/queries/next-year/making.ts";
import { currentTeachers } from "#db/queries/people/teachers.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { notStored, type Stored } from "../stored.server.ts";
import { judgeLeads, ledOf, newLabels, type Led, type NewLead } from "./leads.rules.ts";
import { postedIds, thisYear, turnedSince } from "./this-year.server.ts";

/** Who is to lead each class of next year: all of it is stored, or nothing. */
export function chooseLeads(person: Person, form: FormData): Promise<Stored> {
  return termTransaction(person, async (t) => {
    const year = await thisYear(t);
    const turned = turnedSince(form, year);
    if (turned) return turned;
    await lockNextYear(year, t);
    const teachers = await currentTeachers(t);
    const leads = ledOf(await movedClasses(year, t), await comingClasses(year, t));
    const classIds = leads.map(({ classId }) => classId);
    const { errors, changes, isStale } = judgeLeads(leads, postedIds(form, "lead", classIds), teachers);
    if (Object.keys(errors).length > 0) return notStored(isStale ? 409 : 422, form, errors);
    if (changes.length > 0) {
      await storeLeads({ academicYearId: year.academicYearId, leads: changes }, t);
      await storeLabels(newLabels(leads, changes, { flavour: year.flavour, teachers }), t);
      await noteOwn(person, { leads, changes }, t);
    }
    return { ok: true, words: "Teachers of next year saved" };
  });
}

async function noteOwn(
  person: Person,
  { leads, changes }: { leads: readonly Led[]; changes: readonly NewLead[] },
  t: TermTransaction,
): Promise<void> {
  for (const { classId, employeeId } of changes) {
    const label = leads.find((led) => led.classId === classId)?.label ?? "a class";
    if (employeeId !== null) await noteOwnTeaching(person, { employeeId, what: `${label} of next year` }, t);
  }
}
