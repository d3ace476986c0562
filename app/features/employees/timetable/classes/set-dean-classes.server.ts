import { noteOwnTeaching } from "#access/own-teaching.server.ts";
import { formClasses } from "#db/queries/class-teachers.ts";
import { theSchool } from "#db/queries/school.ts";
import { addDeanships, deanAssignments, removeDeanships } from "#db/queries/timetable/deans.ts";
import { termTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { refused, type Stored } from "../stored.ts";
import { currentYear, requireEmployee } from "../timetable-of.server.ts";

type Asked = {
  employeeId: number;
  formClassIds: readonly string[];
  /** What the form showed; null for a call, which says nothing of it. */
  shown: readonly string[] | null;
};

/** Makes an employee the form dean of these form classes this year, and of no other. @throws notFound */
export function setDeanClasses(person: Person, asked: Asked): Promise<Stored> {
  return termTransaction(person, async (t) => {
    const { academic_year_id: academicYearId } = await currentYear(t);
    const { employeeId } = asked;
    await requireEmployee(employeeId, t);
    const { flavour } = await theSchool(t);
    if (flavour === "primary") return refused(422, "form_classes", "A primary school has no form deans.");
    const known = (await formClasses(t)).map(({ form_class_id }) => form_class_id);
    const unknown = asked.formClassIds.find((each) => !known.includes(each));
    if (unknown !== undefined) return refused(422, "form_classes", `There is no form class ${unknown}.`);
    const had = (await deanAssignments({ academicYearId, employeeId }, t)).map(
      ({ form_class_id }) => form_class_id,
    );
    const wanted = [...new Set(asked.formClassIds)];
    // Pressed twice without script, the second finds what the first stored.
    if (isSameSet(wanted, had)) return { ok: true };
    if (asked.shown && !isSameSet(asked.shown, had))
      return refused(409, "form_classes", "Somebody changed this in the meantime.");
    const gone = had.filter((each) => !wanted.includes(each));
    const added = wanted.filter((each) => !had.includes(each));
    if (gone.length > 0) await removeDeanships({ academicYearId, employeeId, formClassIds: gone }, t);
    if (added.length > 0) {
      await addDeanships({ academicYearId, employeeId, formClassIds: added }, t);
      await noteOwnTeaching(person, { employeeId, what: `form dean of ${added.join(", ")}` }, t);
    }
    return { ok: true };
  });
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}
