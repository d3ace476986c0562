import { listTablesUsingLessons, listReferringTables } from "#db/queries/imports/school-rows.ts";
import { listImportRows, type ImportUndoSnapshot } from "#db/queries/imports/rows.ts";
import {
  deleteSnapshotRows,
  readSnapshotRows,
  updateSnapshotRows,
  type SnapshotRow,
} from "#db/queries/people/merges/images.ts";
import {
  SNAPSHOT_TABLE_NAMES,
  SNAPSHOT_TABLES,
  type SnapshotTableName,
} from "#db/queries/people/merges/tables.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import {
  WRITTEN_ROW_POSITIONS_KEY,
  snapshotRowKey,
  type WrittenRowPosition,
} from "./school-import.server.ts";

type Rows = Readonly<Partial<Record<SnapshotTableName, readonly SnapshotRow[]>>>;
type Images = { created: Rows; changed: Rows };

const MOST_NAMED = 5;

type Undone = { importId: string; image: ImportUndoSnapshot; first: number; isOfAnyTerm: boolean };

/** Removes the rows that an import added, and restores the others. Returns the reason if that is not possible. */
export async function undoSchoolRows(
  { importId, image, first, isOfAnyTerm }: Undone,
  t: TermTransaction,
): Promise<string> {
  const stored = image.after as Images;
  const after: Images = { ...stored, created: await withoutSharedRows(stored.created, t) };
  if (!isOfAnyTerm && (await isOfEarlierTerm(after, t)))
    return "This import cannot be undone, because its term is over.";
  const since = await listRowsChangedSince(after, t);
  if (since.length > 0)
    return describeChanged(await namesOf({ importId, image, first, isOfAnyTerm }, since, t));
  const users = await listUsersOfNewRows(after.created, t);
  if (users.length > 0)
    return `This import cannot be undone, because other records now depend on it: ${users.join(", ")}.`;
  const before = image.before as Rows;
  for (const name of SNAPSHOT_TABLE_NAMES.toReversed()) {
    await deleteSnapshotRows({ name, rows: after.created[name] ?? [] }, t);
    const rows = before[name] ?? [];
    const key: readonly string[] = SNAPSHOT_TABLES[name].key;
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !key.includes(column));
    await updateSnapshotRows({ name, rows, columns }, t);
  }
  return "";
}

/**
 * Tables without data of their own. Their rows are created when they are first needed, and other records use them
 * too.
 */
const SHARED_TABLES = ["academic_years", "academic_terms"] as const;

/** Leaves out the years and terms that other records use by now. They stay when the import is undone. */
async function withoutSharedRows(created: Rows, t: TermTransaction): Promise<Rows> {
  const own = storedRowsOf(created);
  const left: Record<string, readonly SnapshotRow[]> = { ...created };
  for (const table of SHARED_TABLES) {
    const unused: SnapshotRow[] = [];
    for (const row of created[table] ?? []) {
      const users = await listReferringTables({ table, rows: [row], own }, t);
      if (users.length === 0) unused.push(row);
    }
    left[table] = unused;
  }
  return left;
}

/** Tells whether marks, reports or subject choices of the import are of a term or year before the current one. */
async function isOfEarlierTerm({ created, changed }: Images, t: TermTransaction): Promise<boolean> {
  const rowsOf = (table: SnapshotTableName) => [...(created[table] ?? []), ...(changed[table] ?? [])];
  const marks = [...rowsOf("marks"), ...rowsOf("term_records")];
  const choices = rowsOf("student_subject_assignments");
  if (marks.length + choices.length === 0) return false;
  const term = await getCurrentTerm(t);
  return (
    marks.some((row) => row["academic_term_id"] !== term?.academic_term_id) ||
    choices.some((row) => row["academic_year_id"] !== term?.academic_year_id)
  );
}

type Changed = { table: SnapshotTableName; key: string };

async function listRowsChangedSince({ created, changed }: Images, t: TermTransaction): Promise<Changed[]> {
  const since: Changed[] = [];
  for (const table of SNAPSHOT_TABLE_NAMES) {
    const rows = [...(created[table] ?? []), ...(changed[table] ?? [])];
    const present = await readSnapshotRows({ name: table, rows }, t);
    const byKey = new Map(present.map((row) => [snapshotRowKey(table, row), row]));
    for (const row of rows) {
      const key = snapshotRowKey(table, row);
      if (!hasSameRowContent(byKey.get(key), row)) since.push({ table, key });
    }
  }
  return since;
}

/**
 * Tells whether two images of a row have the same content. Versions are not compared: undoing a later sheet of a
 * workbook may restore a row of an earlier sheet, and the row then gets a new version.
 */
export function hasSameRowContent(one: SnapshotRow | undefined, other: SnapshotRow | undefined): boolean {
  const contentOf = (row: SnapshotRow) => JSON.stringify({ ...row, version: null, updated_at: null });
  return one && other ? contentOf(one) === contentOf(other) : one === other;
}

async function namesOf(
  { importId, image: { after }, first }: Undone,
  since: readonly Changed[],
  t: TermTransaction,
): Promise<string[]> {
  const places =
    (after.created as Readonly<Record<string, readonly WrittenRowPosition[]>>)[WRITTEN_ROW_POSITIONS_KEY] ??
    [];
  const rowOf = new Map(places.map(({ table, key, row }) => [`${table} ${key}`, row]));
  const changed = new Set(since.map(({ table, key }) => rowOf.get(`${table} ${key}`)));
  const rows = await listImportRows(importId, t);
  return rows.filter(({ row_number }) => changed.has(row_number - first)).map(({ name }) => name);
}

function describeChanged(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join("; ");
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return `This import cannot be undone. Changed since the import: ${named}${more}.`;
}

/** The nouns for the tables whose rows people see on screens. */
const TABLE_WORDS: Readonly<Record<string, string>> = {
  registrations: "students in a class",
  class_teachers: "form teachers",
  lessons: "lessons",
  substitutes: "substitutes",
  student_subject_assignments: "subject choices",
  marks: "marks",
  criterion_grades: "grades by criteria",
  assessments: "tests",
  fortnightly_tests: "fortnightly tests",
  assessment_criteria: "criteria",
  employee_subjects: "subjects taught",
  attendance_registers: "registers",
  class_moves: "next year’s classes",
  archive_registrations: "classes of past terms",
  turn_decisions: "outcomes of the rollover",
};

/** Lists the other records that refer to the new rows, apart from rows of the same import. */
async function listUsersOfNewRows(created: Rows, t: TermTransaction): Promise<string[]> {
  const users = new Set<string>();
  const own = storedRowsOf(created);
  for (const table of SNAPSHOT_TABLE_NAMES) {
    const rows = created[table] ?? [];
    if (rows.length === 0) continue;
    for (const name of await listReferringTables({ table, rows, own }, t))
      users.add(TABLE_WORDS[name] ?? name.replaceAll("_", " "));
  }
  const lessonIds = (created.lessons ?? []).map((row) => Number(row["lesson_id"]));
  const traces = lessonIds.length === 0 ? [] : await listTablesUsingLessons({ lessonIds }, t);
  for (const name of traces) users.add(TABLE_WORDS[name] ?? name);
  return [...users];
}

/** Returns only the rows of tables from a snapshot, which stores other data beside them. */
function storedRowsOf(created: Rows): Rows {
  return Object.fromEntries(
    SNAPSHOT_TABLE_NAMES.flatMap((name) => {
      const rows = created[name] ?? [];
      return rows.length > 0 ? [[name, rows] as const] : [];
    }),
  );
}
