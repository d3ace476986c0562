import { createHash } from "node:crypto";
import { z } from "zod";
import { formSucceeded, rejected, checkVersion, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { OUTDATED_FORM_MESSAGE } from "#access/forms/form-values.schema.server.ts";
import type { UndoOutcome } from "#access/forms/undo-change.server.ts";
import { canManageStudents } from "#access/visible-student.server.ts";
import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { listClassesOfYear } from "#db/queries/class-teachers.ts";
import { listHouseRows } from "#db/queries/people/groups.ts";
import { setStudentStatus } from "#db/queries/people/leaving.ts";
import * as batches from "#db/queries/people/student-batches.ts";
import type { StudentToChange } from "#db/queries/people/student-batches.ts";
import { clearSelection } from "#db/queries/people/student-selection.ts";
import { unregisterStudentFromTerm } from "#db/queries/people/students/new-student.ts";
import { insertUndoableChange, type UndoableChangeData } from "#db/queries/people/undoable-changes.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { formatDate } from "#domain/dates.ts";
import { joinTeacherNames, formatRegisterName } from "#domain/names.ts";
import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { UNDO_SECONDS } from "#domain/messages.ts";
import { forbidden, notFound } from "#runtime/errors.ts";
import { listSelection } from "./selection.server.ts";

/** The changes that can be made to all selected students at once. */
export type SelectionChangeKind = "class" | "house";

export function parseSelectionChangeKind(kind: string | undefined): SelectionChangeKind {
  if (kind === "class" || kind === "house") return kind;
  throw notFound();
}

const MOST_NAMED = 8;

export type SelectionChangeView = Awaited<ReturnType<typeof loadSelectionChange>>;

/** Loads, for the dialog, the number of selected students in each class or house now, and some of their names. */
export async function loadSelectionChange(person: Person, kind: SelectionChangeKind) {
  const students = await readSelected(person, noTransaction);
  return {
    kind,
    count: students.length,
    names: students.slice(0, MOST_NAMED).map((student) => formatRegisterName(student)),
    more: Math.max(0, students.length - MOST_NAMED),
    now: countPlaces(students.map((student) => placeOf(student, kind))),
    withEntries: students.filter(({ has_something }) => has_something).length,
    version: versionOf(students),
    choices: kind === "class" ? await classChoices(noTransaction) : await houseChoices(noTransaction),
  };
}

async function readSelected(person: Person, t: ReadTransaction): Promise<StudentToChange[]> {
  return batches.listStudentsToChange(await listSelection(person, t), t);
}

function placeOf({ label, house }: StudentToChange, kind: SelectionChangeKind): string {
  return kind === "class" ? (label ?? "No class") : (house ?? "No house");
}

function countPlaces(places: readonly string[]): { place: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].map(([place, count]) => ({ place, count }));
}

/** Returns a version that changes with the selection, and with the class or house of a selected student. */
function versionOf(students: readonly StudentToChange[]): string {
  const places = students.map(({ id, class_id, house_id }) => [id, class_id, house_id]);
  return createHash("sha256").update(JSON.stringify(places)).digest("hex").slice(0, 24);
}

async function classChoices(t: ReadTransaction) {
  const term = await getCurrentTerm(t);
  const classes = term?.academic_year_id ? await listClassesOfYear(term.academic_year_id, t) : [];
  return classes.map(({ class_id, label, teachers }) => ({
    value: String(class_id),
    label: [label, joinTeacherNames(teachers)].filter(Boolean).join(", "),
    short: label,
  }));
}

async function houseChoices(t: ReadTransaction) {
  const houses = await listHouseRows(t);
  return houses.map(({ house_id, house }) => ({ value: String(house_id), label: house, short: house }));
}

export type SelectionChangeInput = z.input<typeof SelectionChangeFormSchema>;

export const SelectionChangeFormSchema = z.object({
  version: z.string(OUTDATED_FORM_MESSAGE).regex(/^[0-9a-f]{24}$/, OUTDATED_FORM_MESSAGE),
  to: z.string().default(""),
});

type Submitted = {
  kind: SelectionChangeKind;
  input: z.output<typeof SelectionChangeFormSchema>;
  list: string;
};

const CHANGED =
  "The selection, or the class or house of a selected student, has changed. Check the numbers, then try again.";

/** Moves all selected students to a class or puts them into a house: all of them or none. */
export function changeSelectedStudents(
  person: Person,
  { kind, input, list }: Submitted,
): Promise<FormOutcome> {
  return termTransaction(person, async (t) => {
    await batches.lockStudents(await listSelection(person, t), t);
    const students = await readSelected(person, t);
    checkVersion({ opened: input.version, current: versionOf(students) }, CHANGED);
    if (students.length === 0) return rejected("No students are selected. Select some in the list first.");
    const choices = kind === "class" ? await classChoices(t) : await houseChoices(t);
    const target = choices.find(({ value }) => value === input.to);
    if (!target) return rejected({ to: `Choose a ${kind} from the list.` });
    const fault = kind === "class" ? await findEntryFault(students, t) : null;
    if (fault) return rejected({ to: fault });
    const change = await changeTo({ kind, students, to: parseId(target.value) ?? 0 }, t);
    if (!change) return rejected({ to: `All selected students are already in ${target.short}.` });
    const words = kind === "class" ? "moved to" : "put into";
    const title = `${formatCountOf(change.students.length, "student")} ${words} ${target.short}`;
    const undo = await insertUndoableChange({ accountId: person.accountId, title, change }, t);
    if (person.sessionId !== null) await clearSelection(person.sessionId, t);
    return formSucceeded(list, `${title}.`, { undo, seconds: UNDO_SECONDS });
  });
}

/**
 * Names the students who cannot be in a class of this term because they enter after it. Returns null if there are
 * none.
 */
async function findEntryFault(
  students: readonly StudentToChange[],
  t: ReadTransaction,
): Promise<string | null> {
  const term = await getCurrentTerm(t);
  const later = students.filter(({ entry_date }) => term && entry_date && entry_date > term.term_end);
  const [first] = later;
  if (!term || !first) return null;
  const name = `${first.first_name} ${first.last_name}`;
  const who = later.length === 1 ? `${name} starts` : `${name} and ${later.length - 1} more start`;
  return `${who} after this term, which ends on ${formatDate(term.term_end)}. Select only students who start earlier.`;
}

type StudentChange = Extract<UndoableChangeData, { kind: "class" | "house" | "status" }>;
type Changing = { kind: SelectionChangeKind; students: readonly StudentToChange[]; to: number };

/** Writes the change for the students who are now in another class or house. Returns null if there are none. */
async function changeTo({ kind, students, to }: Changing, t: TermTransaction): Promise<StudentChange | null> {
  const changed = students
    .map((student) => ({ studentKey: student.id, from: currentOf(student, kind), to }))
    .filter(({ from }) => from !== to);
  if (changed.length === 0) return null;
  if (kind === "house") {
    await batches.setHouses(
      changed.map(({ studentKey }) => ({ studentKey, houseId: to })),
      t,
    );
    return { kind, students: changed };
  }
  const term = await getCurrentTerm(t);
  if (!term) throw notFound("The school has no current term yet. Ask an administrator to set it.");
  const { academic_term_id: academicTermId } = term;
  const moves = changed.map(({ studentKey }) => ({ studentKey, classId: to }));
  await batches.registerStudents({ academicTermId, students: moves }, t);
  return { kind, academicTermId, students: changed };
}

function currentOf(student: StudentToChange, kind: StudentChange["kind"]): number | null {
  if (kind === "status") return student.student_status_id;
  return kind === "class" ? student.class_id : student.house_id;
}

/**
 * Undoes a change to students: a move to a class, a house, or a deletion. Students who have since been changed again,
 * left or been merged stay as they are.
 * @throws forbidden
 */
export async function undoStudentChange(
  person: Person,
  { title, change }: { title: string; change: StudentChange },
  t: TermTransaction,
): Promise<UndoOutcome> {
  if (!canManageStudents(person)) throw forbidden();
  const keys = change.students.map(({ studentKey }) => studentKey);
  await batches.lockStudents(keys, t);
  const stored = new Map(
    (await batches.listStudentsToChange(keys, t)).map((student) => [student.id, student]),
  );
  const unchanged = change.students.filter(({ studentKey, to }) => {
    const student = stored.get(studentKey);
    if (!student || currentOf(student, change.kind) !== to) return false;
    return change.kind === "status" || student.student_status_id <= STUDENT_REGISTERED;
  });
  const isKept = await putBack({ change, students: unchanged, stored }, t);
  const kept = keys.length - unchanged.length + isKept;
  if (kept === keys.length)
    return { isUndone: false, message: `Undo failed: ${title}. Other changes were made since then.` };
  const stays =
    kept === 0 ? "" : ` ${formatCountOf(kept, "student")} cannot be restored because of later changes.`;
  return { isUndone: true, message: `Undone: ${title}.${stays}` };
}

type PuttingBack = {
  change: StudentChange;
  students: StudentChange["students"];
  stored: ReadonlyMap<number, StudentToChange>;
};

/** Puts the students back. Returns how many stay, because they now have entries in the class that they would leave. */
async function putBack({ change, students, stored }: PuttingBack, t: TermTransaction): Promise<number> {
  if (change.kind === "status") {
    for (const { studentKey, from } of students)
      if (from !== null) await setStudentStatus({ studentKey, statusId: from }, t);
    return 0;
  }
  if (change.kind === "house") {
    const houses = students.map(({ studentKey, from }) => ({ studentKey, houseId: from }));
    await batches.setHouses(houses, t);
    return 0;
  }
  const { academicTermId } = change;
  const term = await getCurrentTerm(t);
  if (term?.academic_term_id !== academicTermId) return students.length;
  const moves = students.flatMap(({ studentKey, from }) =>
    from === null ? [] : [{ studentKey, classId: from }],
  );
  await batches.registerStudents({ academicTermId, students: moves }, t);
  const without = students.filter(({ from }) => from === null);
  const removed = without.filter(({ studentKey }) => !stored.get(studentKey)?.has_something);
  for (const { studentKey } of removed) await unregisterStudentFromTerm({ studentKey, academicTermId }, t);
  await batches.renewStudentVersions(
    removed.map(({ studentKey }) => studentKey),
    t,
  );
  return without.length - removed.length;
}
