import {
  insertStudents,
  registerStudents,
  saveGeneralTabs,
  savePersonalTabs,
} from "#db/queries/imports/students.ts";
import { proposeStudentIds } from "#db/queries/people/students/new-student.ts";
import { readRowSnapshot, type SnapshotRow } from "#db/queries/people/merges/images.ts";
import { IMPORTED_STUDENT_TABLES } from "#db/queries/people/merges/tables.ts";
import { saveRolloverDecisions } from "#db/queries/rollover/outcomes.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { STUDENT_TAB_FIELDS } from "#fields/people/student.ts";
import { valuesToColumns } from "#fields/record.ts";
import { unavailable } from "#runtime/errors.ts";
import { getEntryStatus } from "../general/general.rules.ts";
import type { ImportContext, StudentValuesToWrite } from "./judge/known.ts";

/** The tables in which an import changes existing students. */
const CHANGED_TABLES = [
  "students",
  "student_personal",
  "registrations",
  "term_records",
  "turn_decisions",
] as const;

type Created = StudentValuesToWrite & { key: null };

/** Writes all rows of an import. Returns the data before and after, so that the import can be undone. */
export async function writeStudents(
  writes: readonly StudentValuesToWrite[],
  { known, accountId }: { known: ImportContext; accountId: number },
  t: TermTransaction,
) {
  const changed = writes.flatMap(({ key }) => key ?? []);
  const input = { keys: changed, locked: true, tables: CHANGED_TABLES };
  const before = await readRowSnapshot(input, t);
  const created = await create(writes.filter(isCreation), known, t);
  const all = writes.map((write) => ({ ...write, key: write.key ?? created.get(write.row) ?? 0 }));
  await saveGeneralTabs(
    all
      .filter(({ key, hasGeneral }) => hasGeneral && changed.includes(key))
      .map(({ key, general }) => ({ ...valuesToColumns(GENERAL_FIELDS, general), id: key })),
    t,
  );
  await savePersonalTabs(
    all
      .filter(({ hasPersonal }) => hasPersonal)
      .map(({ key, personal }) => ({
        ...valuesToColumns(STUDENT_TAB_FIELDS.personal, personal),
        student_key: key,
      })),
    t,
  );
  const students = all.flatMap(({ key, classId }) =>
    classId === null ? [] : [{ studentKey: key, classId }],
  );
  if (known.intake)
    await chooseNextClasses(students, { academicYearId: known.intake.academicYearId, accountId }, t);
  else if (known.term) await registerStudents({ students, academicTermId: known.term.academic_term_id }, t);
  const keys = [...created.values()];
  const after = {
    changed: await readRowSnapshot(input, t),
    created: await readRowSnapshot({ keys, locked: false, tables: IMPORTED_STUDENT_TABLES }, t),
  };
  const ids = new Map([...created].map(([row, key]) => [row, idOfKey(after.created.students, key)]));
  return { keys: created, ids, image: { created: keys, changed, before, after } };
}

type InClass = { studentKey: number; classId: number };

/** Stores the classes of new entrants as decisions of the rollover, which registers the students in the new year. */
async function chooseNextClasses(
  students: readonly InClass[],
  { academicYearId, accountId }: { academicYearId: number; accountId: number },
  t: TermTransaction,
): Promise<void> {
  for (const [classId, ofClass] of groupBy(students, (student) => student.classId)) {
    const studentKeys = ofClass.map(({ studentKey }) => studentKey);
    const decision = { kind: "class" as const, classId, formClassId: null };
    await saveRolloverDecisions({ studentKeys, academicYearId, decision, accountId }, t);
  }
}

function idOfKey(students: readonly SnapshotRow[], key: number): string {
  return String(students.find(({ id }) => id === key)?.["student_id"] ?? "");
}

function isCreation(write: StudentValuesToWrite): write is Created {
  return write.key === null;
}

/** Inserts the new students and returns their keys by row number. */
async function create(
  writes: readonly Created[],
  { rules: { today } }: ImportContext,
  t: TermTransaction,
): Promise<Map<number, number>> {
  const free = await freeIds(writes, today, t);
  const students = writes.map(({ row, general }) => ({
    ...valuesToColumns(GENERAL_FIELDS, general),
    student_id: free.get(row) ?? "",
    student_status_id: getEntryStatus(general, today).statusId,
  }));
  const made = await insertStudents(students, t);
  // Somebody has used one of the IDs at the same moment, so the import runs again.
  if (made.length < students.length) throw unavailable("Another student was just added. Try again.");
  const byId = new Map(made.map(({ id, student_id }) => [student_id, id]));
  return new Map(writes.map(({ row }) => [row, byId.get(free.get(row) ?? "") ?? 0]));
}

/** Returns the ID for each row: the one in the row or, failing that, the school's next ID for the year of entry. */
async function freeIds(
  writes: readonly Created[],
  today: string,
  t: TermTransaction,
): Promise<Map<number, string>> {
  const said = new Set(writes.flatMap(({ general }) => idOf(general) ?? []));
  const ids = new Map<number, string>();
  const yearOf = ({ general }: Created) => getEntryStatus(general, today).entry.slice(2, 4);
  for (const year of new Set(writes.map(yearOf))) {
    const ofYear = writes.filter((write) => yearOf(write) === year);
    const next = (await proposeStudentIds({ year, count: ofYear.length + said.size }, t)).filter(
      (id) => !said.has(id),
    );
    for (const { row, general } of ofYear) ids.set(row, idOf(general) ?? next.shift() ?? "");
  }
  return ids;
}

function idOf(general: Created["general"]): string | null {
  const id = general["student_id"] ?? null;
  return id === null ? null : String(id);
}
