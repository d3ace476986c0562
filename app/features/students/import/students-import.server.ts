import { type ReadTransaction, noTransaction } from "#db/index.ts";
import {
  deleteDifferentStudents,
  listStudentsReferredTo,
  listStudentsToExport,
  type ImportedStudent,
} from "#db/queries/imports/students.ts";
import type { SnapshotRow } from "#db/queries/people/merges/images.ts";
import { recordDifferentStudents } from "#db/queries/people/merges/merges.ts";
import { IMPORTED_STUDENT_TABLES } from "#db/queries/people/merges/tables.ts";
import { deleteRehearsedOutcomes } from "#db/queries/rollover/outcomes.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import { NEW_PERSON, type MatchedImportRow } from "#domain/people/imports.ts";
import { findSimilarStudents } from "../duplicates/alike.server.ts";
import { formatRowCount } from "../merge/table-words.ts";
import { STUDENT_DATE_COLUMNS, REQUIRED_STUDENT_COLUMNS, STUDENT_COLUMNS } from "./judge/columns.ts";
import { checkImportRows } from "./judge/judge-file.server.ts";
import type { CheckedStudentRow } from "./judge/known.ts";
import { writeStudents } from "./write-students.server.ts";
import { listStudentIds } from "#db/queries/people/student-list.ts";
import type { Person } from "#domain/person.ts";
import { formatExportedCell } from "#fields/kind.ts";
import { generalFields } from "#fields/people/student-general.ts";
import { studentTabFields } from "#fields/people/student.ts";
import { columnsToValues, type RecordFields } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { loadTabRules } from "../fields/fields.server.ts";
import { readGeneralTabRules } from "../general/general.server.ts";
import { NEW_STUDENT_RULES } from "../general/new-student.server.ts";
import { parseStudentsParams } from "../list/params.rules.ts";
import { toStudentFilter } from "../list/read-students.server.ts";

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
