import { logOwnTeachingChange } from "#access/own-teaching.server.ts";
import { hasPermission, canReadAllClasses } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { listFormClassRows } from "#db/queries/class-teachers.ts";
import { getSchool } from "#db/queries/school.ts";
import { createDeanships, listDeanRows, deleteDeanships } from "#db/queries/timetable/class-teachers.ts";
import { termTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { timetableRefusal, type TimetableChangeResult } from "../stored.ts";
import { getCurrentYear, lockCurrentEmployee } from "../timetable-of.server.ts";

type DeanClasses = { employeeId: number; formClassIds: string[] };

/** Lists all form deans to people who make timetables or read every class, and to others only themselves. */
export async function listDeans(person: Person): Promise<DeanClasses[]> {
  const seesAll = seesEveryDean(person);
  if (!seesAll && person.employeeId === null) return [];
  const { academic_year_id: academicYearId } = await getCurrentYear(noTransaction);
  const employeeId = seesAll ? null : person.employeeId;
  const found = await listDeanRows({ academicYearId, employeeId }, noTransaction);
  const byDean = new Map<number, string[]>();
  for (const { employee_id, form_class_id } of found) {
    byDean.set(employee_id, [...(byDean.get(employee_id) ?? []), form_class_id]);
  }
  return [...byDean].map(([id, formClassIds]) => ({ employeeId: id, formClassIds }));
}

export async function readDeanClasses(person: Person, employeeId: number): Promise<DeanClasses> {
  if (!seesEveryDean(person) && employeeId !== person.employeeId) throw notFound();
  const deans = await listDeans(person);
  return deans.find((dean) => dean.employeeId === employeeId) ?? { employeeId, formClassIds: [] };
}

function seesEveryDean(person: Person): boolean {
  return canReadAllClasses(person) || hasPermission(person, "employees.manage");
}

type Asked = {
  employeeId: number;
  formClassIds: readonly string[];
  /** The classes that the form showed; null for an API call, which does not send them. */
  shown: readonly string[] | null;
};

/** Replaces the classes of which an employee is form dean this year. @throws notFound */
export function setDeanClasses(person: Person, input: Asked): Promise<TimetableChangeResult> {
  const { employeeId, shown } = input;
  return change(person, employeeId, (had) => {
    const wanted = [...new Set(input.formClassIds)];
    // Without JavaScript, a form may be sent twice. The second submission is not stale if the stored classes are
    // already the requested ones.
    const isStale = shown !== null && !isSameSet(wanted, had) && !isSameSet(shown, had);
    return isStale ? null : wanted;
  });
}

/**
 * Adds or removes one class of which the employee is form dean, and leaves the other classes unchanged.
 * @throws notFound
 */
export function setDeanClass(
  person: Person,
  { employeeId, formClassId, isDean }: { employeeId: number; formClassId: string; isDean: boolean },
): Promise<TimetableChangeResult> {
  return change(person, employeeId, (had) => {
    const others = had.filter((item) => item !== formClassId);
    return isDean ? [...others, formClassId] : others;
  });
}

/**
 * Changes the classes of which an employee is form dean.
 * @param wantedAfter returns the new classes, or null if they have changed since the person saw them
 */
function change(
  person: Person,
  employeeId: number,
  wantedAfter: (had: readonly string[]) => readonly string[] | null,
): Promise<TimetableChangeResult> {
  return termTransaction(person, async (t) => {
    const { academic_year_id: academicYearId } = await getCurrentYear(t);
    await lockCurrentEmployee(employeeId, t);
    const { flavour } = await getSchool(t);
    if (flavour === "primary")
      return timetableRefusal(422, "form_classes", "A primary school has no form deans. Add a co-teacher.");
    const assigned = await listDeanRows({ academicYearId, employeeId }, t);
    const had = assigned.map(({ form_class_id }) => form_class_id);
    const wanted = wantedAfter(had);
    if (wanted === null)
      return timetableRefusal(
        409,
        "form_classes",
        "These classes were changed while you had them open. Check the classes, then try again.",
      );
    const known = (await listFormClassRows(t)).map(({ form_class_id }) => form_class_id);
    const unknown = wanted.find((item) => !known.includes(item));
    if (unknown !== undefined)
      return timetableRefusal(422, "form_classes", `There is no form class ${unknown}. Choose another.`);
    const gone = had.filter((item) => !wanted.includes(item));
    const added = wanted.filter((item) => !had.includes(item));
    if (gone.length > 0) await deleteDeanships({ academicYearId, employeeId, formClassIds: gone }, t);
    if (added.length > 0) {
      await createDeanships({ academicYearId, employeeId, formClassIds: added }, t);
      await logOwnTeachingChange(person, { employeeId, what: `form dean of ${added.join(", ")}` }, t);
    }
    return { ok: true };
  });
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}
