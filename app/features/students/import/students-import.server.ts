import { type ReadTransaction, noTransaction } from "#db/index.ts";
import {
  deleteDifferentStudents,
  listStudentsReferredTo,
  listStudentsToExport,
  type ImportedStudent,
  insertStudents,
  registerImportedStudents,
  saveGeneralTabs,
  savePersonalTabs,
} from "#db/queries/imports/students.ts";
import { type SnapshotRow, readRowSnapshot } from "#db/queries/people/merges/images.ts";
import { recordDifferentStudents } from "#db/queries/people/merges/merges.ts";
import { IMPORTED_STUDENT_TABLES } from "#db/queries/people/merges/tables.ts";
import { deleteRehearsedOutcomes, saveRolloverDecisions } from "#db/queries/rollover/outcomes.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import { NEW_PERSON, type MatchedImportRow } from "#domain/people/imports.ts";
import { findSimilarStudents } from "../duplicates/duplicates.server.ts";
import { formatRowCount } from "../merge/table-words.ts";
import { checkImportRows } from "./judge/judge-file.server.ts";
import {
  type CheckedStudentRow,
  type ImportContext,
  type StudentValuesToWrite,
  STUDENT_DATE_COLUMNS,
  REQUIRED_STUDENT_COLUMNS,
  STUDENT_COLUMNS,
} from "./judge/known.ts";
import { listStudentIds } from "#db/queries/people/student-list.ts";
import type { Person } from "#domain/person.ts";
import { formatExportedCell } from "#fields/kind.ts";
import { generalFields, GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { studentTabFields, STUDENT_TAB_FIELDS } from "#fields/people/student.ts";
import { columnsToValues, type RecordFields, valuesToColumns } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { proposeStudentIds } from "#db/queries/people/students/new-student.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { unavailable } from "#runtime/errors.ts";
import { loadTabRules } from "../fields/fields.server.ts";
import { readGeneralTabRules } from "../general/general.server.ts";
import { NEW_STUDENT_RULES } from "../general/new-student.server.ts";
import { parseStudentsParams } from "../list/params.rules.ts";
import { toStudentFilter } from "../list/read-students.server.ts";
import { getEntryStatus } from "../general/general.rules.ts";

const COMMON = {
  columns: STUDENT_COLUMNS,
  needed: REQUIRED_STUDENT_COLUMNS,
  dates: STUDENT_DATE_COLUMNS,
  undo: {
    tables: IMPORTED_STUDENT_TABLES,
    personOf: (table: string, row: SnapshotRow) => Number(row[table === "students" ? "id" : "student_key"]),
    called: ({ first_name, last_name, student_id }: SnapshotRow) =>
      `${String(first_name)} ${String(last_name)}, ${String(student_id)}`,
    counted: formatRowCount,
    against: async (keys: readonly number[], t: TermTransaction) => {
      const named = (await listStudentsReferredTo(keys, t)).size;
      const students = named === 1 ? "1 student" : `${named} students`;
      return named === 0
        ? ""
        : `For ${students}, the medical or family record was opened or copied, a picture was uploaded, or a new term was started.`;
    },
    forget: async (keys: readonly number[], t: TermTransaction) => {
      await deleteDifferentStudents(keys, t);
      await deleteRehearsedOutcomes(keys, t);
    },
  },
} as const;

/** Imports the students of this year with their classes. */
export const STUDENTS_IMPORT = {
  ...COMMON,
  kind: "students",
  judge: (rows: readonly MatchedImportRow[], t: ReadTransaction, only: readonly MatchedImportRow[] = rows) =>
    judge(rows, t, { only, isNextYear: false }),
} as const;

/** Registers the new students of next year. Their classes are decisions, which the rollover carries out. */
export const ENTRANTS_IMPORT = {
  ...COMMON,
  kind: "entrants",
  judge: (rows: readonly MatchedImportRow[], t: ReadTransaction, only: readonly MatchedImportRow[] = rows) =>
    judge(rows, t, { only, isNextYear: true }),
} as const;

async function judge(
  rows: readonly MatchedImportRow[],
  t: ReadTransaction,
  choice: { only: readonly MatchedImportRow[]; isNextYear: boolean },
) {
  const { judged, known } = await checkImportRows(rows, t, choice);
  const write = async ({ accountId }: { accountId: number }, writing: TermTransaction) => {
    const writes = judged.flatMap((row) => row.write ?? []);
    const { keys, ...written } = await writeStudents(writes, { known, accountId }, writing);
    await keepApart({ rows, keys, accountId }, writing);
    return written;
  };
  return { judged: judged.map(withoutWrite), write };
}

function withoutWrite({ write: _, ...row }: CheckedStudentRow): Omit<CheckedStudentRow, "write"> {
  return row;
}

type Apart = { rows: readonly MatchedImportRow[]; keys: ReadonlyMap<number, number>; accountId: number };

/**
 * Records that new students are not the same children as the similar students that the preview found, so that the list
 * of duplicates leaves these pairs out.
 */
async function keepApart({ rows, keys, accountId }: Apart, t: TermTransaction): Promise<void> {
  const others = rows.filter(({ choice, row }) => choice === NEW_PERSON && keys.has(row));
  const called = others.map(({ cells }) => ({
    first_name: cells["first_name"]?.text ?? "",
    last_name: cells["last_name"]?.text ?? "",
    date_of_birth: null,
  }));
  const alike = await findSimilarStudents(called, t);
  for (const [place, { row }] of others.entries()) {
    const key = keys.get(row) ?? 0;
    for (const { id } of alike[place] ?? []) {
      if (id !== key) await recordDifferentStudents({ keys: [key, id], saidBy: accountId }, t);
    }
  }
}

const MOST_EXPORTED = 50_000;

/** Exports the whole filtered list, and not just the open page, in the columns of an import. */
export async function exportStudents(person: Person, query: URLSearchParams) {
  const result = await toStudentFilter(person, parseStudentsParams(query));
  const [ids, { rules }, personal] = await Promise.all([
    listStudentIds({ ...result, most: MOST_EXPORTED }, noTransaction),
    readGeneralTabRules(NEW_STUDENT_RULES, noTransaction),
    loadTabRules("personal", noTransaction),
  ]);
  const students = await listStudentsToExport(ids, noTransaction);
  const fields = { general: generalFields(rules), personal: studentTabFields(personal) };
  const rows = students.map((student) => cellsOf(student, fields));
  return { columns: STUDENT_COLUMNS, rows };
}

function cellsOf(student: ImportedStudent, fields: Record<"general" | "personal", RecordFields>): string[] {
  const values: Record<"general" | "personal", FieldValues> = {
    general: columnsToValues(fields.general, student.general),
    personal: columnsToValues(fields.personal, student.personal),
  };
  return STUDENT_COLUMNS.map(({ name, tab }) =>
    name === "form_class_id"
      ? (student.label ?? "")
      : formatExportedCell(fields[tab].get(name)?.kind, values[tab][name] ?? null),
  );
}

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
async function writeStudents(
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
  else if (known.term)
    await registerImportedStudents({ students, academicTermId: known.term.academic_term_id }, t);
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

/**
 * Returns the ID for each row: the ID in the row or, if there is none, the school's next ID for the year of entry.
 */
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
