import type { ReadTransaction } from "#db/index.ts";
import type { ImportUndoSnapshot } from "#db/queries/imports/rows.ts";
import {
  insertSnapshotRows,
  readSnapshotRows,
  updateSnapshotRows,
  type SnapshotRow,
} from "#db/queries/people/merges/images.ts";
import {
  SNAPSHOT_TABLE_NAMES,
  SNAPSHOT_TABLES,
  type SnapshotTableName,
} from "#db/queries/people/merges/tables.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import type {
  CheckedImportRow,
  ImportColumn,
  ImportRemark,
  ImportRefusals,
  MatchedImportRow,
  SchoolImportKind,
} from "#domain/people/imports.ts";
import { listUnreadableCells, toRefusalLine } from "#fields/imported/row-values.rules.ts";
import { unavailable } from "#runtime/errors.ts";
import type { ImportDefinition } from "./definition.server.ts";

/** A database row that a row of the file adds or changes. */
export type SchoolRowWrite = {
  table: SnapshotTableName;
  /** The row to be changed, with its key and, if it has one, its version, or null for a new row. */
  stored: SnapshotRow | null;
  values: SnapshotRow;
  /** The column with the id of a new row in another table, which the same row of the file adds. */
  parent?: { column: string; table: SnapshotTableName } | null;
};

export type CheckedSchoolRow = CheckedImportRow & {
  /** Identifies the record that the row is about, because two rows about one record would overwrite each other. */
  target: string;
  writes: readonly SchoolRowWrite[];
};

/** A kind of import about the school itself. The rest of the import follows from these few fields. */
export type SchoolImportDefinition<Known> = {
  kind: SchoolImportKind;
  columns: readonly ImportColumn[];
  needed: readonly string[];
  /** Loads everything that decides about the rows, in a few queries for the whole file. */
  load: (rows: readonly MatchedImportRow[], t: ReadTransaction) => Promise<Known>;
  judge: (row: MatchedImportRow, known: Known) => CheckedSchoolRow;
  /** Set only for rows of past terms, which can be undone in any term. */
  undo?: "by-row-of-any-term";
};

/** Makes the definition of an import from the few fields of its kind. */
export function defineSchoolImport<Known>({
  load,
  judge,
  ...kind
}: SchoolImportDefinition<Known>): ImportDefinition {
  return {
    undo: "by-row",
    ...kind,
    dates: [],
    judge: async (rows, t, only = rows) => {
      const known = await load(rows, t);
      const all = rejectRepeated(rows.map((row) => rejectUnreadable(row, judge(row, known), kind.columns)));
      const judged = all.filter(({ row }) => only === rows || only.some((item) => item.row === row));
      return {
        judged: judged.map(toCheckedRow),
        write: async (_importer, writing) => ({ ids: new Map(), image: await writeRows(judged, writing) }),
      };
    },
  };
}

/** A row of the file with the planned writes. A row without writes changes nothing. */
type Planned = Pick<CheckedSchoolRow, "row" | "name" | "target" | "writes"> &
  Partial<Pick<CheckedSchoolRow, "publicId" | "class">> & { lines: readonly ImportRemark[] };

/**
 * Plans a row. Its outcome is created if all its writes are new rows, changed if one of them is not, and unchanged if
 * there are none.
 */
export function planImportRow({
  publicId = "",
  class: beside = "",
  lines,
  ...row
}: Planned): CheckedSchoolRow {
  const about = { ...row, publicId, class: beside };
  if (row.writes.length === 0)
    return { ...about, outcome: "unchanged", lines: [{ say: "words", words: "No changes" }] };
  const isNew = row.writes.every(({ stored }) => stored === null);
  return { ...about, outcome: isNew ? "created" : "changed", lines };
}

type Refused = Pick<CheckedSchoolRow, "row" | "name"> & Partial<Pick<CheckedSchoolRow, "publicId" | "class">>;

export function refuseImportRow(
  { publicId = "", class: beside = "", ...row }: Refused,
  lines: ImportRefusals,
): CheckedSchoolRow {
  return { ...row, publicId, class: beside, outcome: "refused", lines, target: "", writes: [] };
}

function toCheckedRow({ target: _, writes: _writes, ...row }: CheckedSchoolRow): CheckedImportRow {
  return row;
}

/** Refuses a row with cells that cannot be read, even if the rest of the row is right. */
function rejectUnreadable(
  { cells }: MatchedImportRow,
  judged: CheckedSchoolRow,
  columns: readonly ImportColumn[],
): CheckedSchoolRow {
  const faults = listUnreadableCells(cells, columns);
  return faults.length === 0 ? judged : refuseImportRow(judged, faults);
}

function rejectRepeated(judged: readonly CheckedSchoolRow[]): CheckedSchoolRow[] {
  const rowsOf = new Map<string, number[]>();
  for (const { target, row } of judged) {
    if (target !== "") rowsOf.set(target, [...(rowsOf.get(target) ?? []), row]);
  }
  return judged.map((item) => {
    const [other] = (rowsOf.get(item.target) ?? []).filter((row) => row !== item.row);
    if (item.target === "" || other === undefined) return item;
    return refuseImportRow(item, [
      toRefusalLine("Row", `row ${other} is for the same record; keep only one of them`),
    ]);
  });
}

/** The row of the file from which a database row was written, so that an undo can name it. */
export type WrittenRowPosition = { table: string; key: string; row: number };

/** Returns the primary key of a row as one text. */
export function snapshotRowKey(table: SnapshotTableName, row: SnapshotRow): string {
  const key: readonly string[] = SNAPSHOT_TABLES[table].key;
  return key.map((column) => String(row[column])).join(":");
}

type Placed = SchoolRowWrite & { row: number };
type Images = Record<string, SnapshotRow[]>;

/** Writes the rows table by table. Returns the rows of the file, and the database rows before and after. */
async function writeRows(
  judged: readonly CheckedSchoolRow[],
  t: TermTransaction,
): Promise<ImportUndoSnapshot> {
  const writes = judged.flatMap(({ row, writes }) => writes.map((write): Placed => ({ ...write, row })));
  const before: Images = {};
  const after = { created: {} as Images, changed: {} as Images };
  const places: WrittenRowPosition[] = [];
  const added = new Map<string, number>();
  for (const table of SNAPSHOT_TABLE_NAMES) {
    const ofTable = writes.filter((write) => write.table === table);
    const news = withoutSame(ofTable.filter(({ stored }) => stored === null));
    const changes = ofTable.filter(({ stored }) => stored !== null);
    const created = await insertSnapshotRows(
      { name: table, rows: news.map((write) => withParent(write, added)) },
      t,
    );
    for (const [index, stored] of created.entries()) {
      const { row = 0 } = news[index] ?? {};
      added.set(`${table} ${row}`, Number(stored[SNAPSHOT_TABLES[table].key[0]]));
      places.push({ table, key: snapshotRowKey(table, stored), row });
    }
    const changed = await changeRows(table, changes, t);
    places.push(
      ...changes.map(({ stored, row }) => ({ table, key: snapshotRowKey(table, stored ?? {}), row })),
    );
    if (created.length > 0) after.created[table] = created;
    if (changed.after.length > 0) {
      before[table] = changed.before;
      after.changed[table] = changed.after;
    }
  }
  const numbers = (outcome: string) =>
    judged.filter((item) => item.outcome === outcome).map(({ row }) => row);
  const image = {
    created: { ...after.created, [WRITTEN_ROW_POSITIONS_KEY]: places },
    changed: after.changed,
  };
  return { created: numbers("created"), changed: numbers("changed"), before, after: image };
}

/** Several rows may need the same new row, such as a school year; it is added once. */
function withoutSame(news: readonly Placed[]): Placed[] {
  return [
    ...new Map(
      news.map((write) => [JSON.stringify([write.values, write.parent && write.row]), write]),
    ).values(),
  ];
}

/** The key under which the snapshot stores, beside its tables, which row of the file wrote each database row. */
export const WRITTEN_ROW_POSITIONS_KEY = "import_rows";

function withParent({ values, parent, row }: Placed, added: ReadonlyMap<string, number>): SnapshotRow {
  if (!parent) return values;
  return { ...values, [parent.column]: added.get(`${parent.table} ${row}`) ?? null };
}

/** Updates rows as the check decided. If somebody has changed one of them at the same moment, the import runs again. */
async function changeRows(
  table: SnapshotTableName,
  changes: readonly Placed[],
  t: TermTransaction,
): Promise<{ before: SnapshotRow[]; after: SnapshotRow[] }> {
  const judged = changes.map(({ stored }) => stored ?? {});
  const before = await readSnapshotRows({ name: table, rows: judged }, t);
  const versions = new Map(before.map((row) => [snapshotRowKey(table, row), row["version"]]));
  const isOther = judged.some((row) => {
    const key = snapshotRowKey(table, row);
    return !versions.has(key) || ("version" in row && Number(row["version"]) !== Number(versions.get(key)));
  });
  if (isOther) throw unavailable("Somebody changed a record at the same moment. Try again.");
  for (const group of groupBy(changes, ({ values }) => Object.keys(values).toSorted().join()).values()) {
    const rows = group.map(({ stored, values }) => ({ ...stored, ...values }));
    await updateSnapshotRows({ name: table, rows, columns: Object.keys(group[0]?.values ?? {}) }, t);
  }
  return { before, after: await readSnapshotRows({ name: table, rows: judged }, t) };
}
