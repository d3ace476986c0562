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
  const { employeeId, shown } = asked;
  return change(person, employeeId, (had) => {
    const wanted = [...new Set(asked.formClassIds)];
    // Pressed twice without script, the second finds what the first stored.
    const isStale = shown !== null && !isSameSet(wanted, had) && !isSameSet(shown, had);
    return isStale ? null : wanted;
  });
}

/** Makes an employee the form dean of one form class, or no longer; the others stay as they are. @throws notFound */
export function setDeanClass(
  person: Person,
  { employeeId, formClassId, isDean }: { employeeId: number; formClassId: string; isDean: boolean },
): Promise<Stored> {
  return change(person, employeeId, (had) => {
    const others = had.filter((each) => each !== formClassId);
    return isDean ? [...others, formClassId] : others;
  });
}

/** @param wantedAfter returns null where the form classes were not known to the person as they are */
function change(
  person: Person,
  employeeId: number,
  wantedAfter: (had: readonly string[]) => readonly string[] | null,
): Promise<Stored> {
  return termTransaction(person, async (t) => {
    const { academic_year_id: academicYearId } = await currentYear(t);
    await requireEmployee(employeeId, t);
    const { flavour } = await theSchool(t);
    if (flavour === "primary") return refused(422, "form_classes", "A primary school has no form deans.");
    const assigned = await deanAssignments({ academicYearId, employeeId }, t);
    const had = assigned.map(({ form_class_id }) => form_class_id);
    const wanted = wantedAfter(had);
    if (wanted === null) return refused(409, "form_classes", "Somebody changed this in the meantime.");
    const known = (await formClasses(t)).map(({ form_class_id }) => form_class_id);
    const unknown = wanted.find((each) => !known.includes(each));
    if (unknown !== undefined) return refused(422, "form_classes", `There is no form class ${unknown}.`);
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
