import { setSaveId, transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { lockImport, lockImports, setImportDone, setImportState } from "#db/queries/imports/imports.ts";
import {
  deleteImportSnapshot,
  findImportSnapshot,
  type ImportUndoSnapshot,
} from "#db/queries/imports/rows.ts";
import {
  insertSnapshotRows,
  updateSnapshotRows,
  readRowSnapshot,
  deleteSnapshotRows,
  type SnapshotRow,
} from "#db/queries/people/merges/images.ts";
import { PEOPLE_TABLES, type PeopleTableName } from "#db/queries/people/merges/tables.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import { IMPORT_UNDO_HOURS, type ImportKind } from "#domain/people/imports.ts";
import { now } from "#runtime/clock.ts";
import { importTransaction, type ImportDefinition, type ImportUndo } from "./definition.server.ts";
import { formatImportedCounts } from "./import-words.rules.ts";
import { hasSameRowContent, undoSchoolRows } from "./undo-school-rows.server.ts";

type Rows = Readonly<Partial<Record<PeopleTableName, readonly SnapshotRow[]>>>;

const HOUR_MS = 3_600_000;
const MOST_NAMED = 5;
const TOO_LATE = `This import can no longer be undone because it is more than ${IMPORT_UNDO_HOURS} hours old.`;

type Asked = { importId: string; accountId: number | null; definition: ImportDefinition };

/** Restores the data of everybody in the import. If that is not possible, changes nothing and stores the reason. */
export function undoImport({ importId, accountId, definition: { kind, undo } }: Asked): Promise<void> {
  return undoImportWith({ importId, accountId, kind }, (image, t) =>
    undoImportedList({ importId, image, undo }, t),
  );
}

type Requested = { importId: string; accountId: number | null; kind: ImportKind };
type Undo = (image: ImportUndoSnapshot, t: TermTransaction) => Promise<string>;

class NotUndone extends Error {}

/**
 * Undoes an import with the given function. If the function returns a reason why that is not possible, nothing is
 * changed.
 */
export async function undoImportWith({ importId, accountId, kind }: Requested, undo: Undo): Promise<void> {
  if (accountId === null) return;
  try {
    await importTransaction(kind)({ accountId }, async (t) => {
      await lockImports(t);
      const found = await lockImport(importId, t);
      const image = await findImportSnapshot(importId, t);
      if (found?.state !== "undoing") return;
      const isOver = (found.imported_at?.getTime() ?? 0) < now().getTime() - IMPORT_UNDO_HOURS * HOUR_MS;
      if (!image || isOver) throw new NotUndone(TOO_LATE);
      await setSaveId(`import-${importId}-undone`, t);
      const failure = await undo(image, t);
      if (failure !== "") throw new NotUndone(failure);
      await deleteImportSnapshot(importId, t);
      await setImportDone({ importId, state: "undone" }, t);
      const event = { kind: "import-undone" as const, accountId, address: found.address };
      await recordSecurityEvent({ ...event, detail: formatImportedCounts(kind, image) }, t);
    });
  } catch (error) {
    if (!(error instanceof NotUndone)) throw error;
    const failure = error.message;
    await transaction({ accountId }, (t) => setImportState({ importId, state: "imported", failure }, t));
  }
}

type Undone = {
  importId: string;
  image: ImportUndoSnapshot;
  undo: ImportDefinition["undo"];
  /** The number to add to row numbers, which in a workbook are counted within each sheet. */
  first?: number;
};

/** Restores what the import of a list changed. Returns the reason if that is not possible. */
export function undoImportedList(
  { importId, image, undo, first = 0 }: Undone,
  t: TermTransaction,
): Promise<string> {
  if (typeof undo !== "string") return undoPeople(image, undo, t);
  return undoSchoolRows({ importId, image, first, isOfAnyTerm: undo === "by-row-of-any-term" }, t);
}

/** Removes the people who were added, and restores the others. Returns the reason if that is not possible. */
async function undoPeople(
  { created, changed, ...image }: ImportUndoSnapshot,
  undo: ImportUndo,
  t: TermTransaction,
): Promise<string> {
  const after = image.after as Readonly<Record<"created" | "changed", Rows>>;
  const present = {
    created: await readRowSnapshot({ keys: created, locked: true, tables: undo.tables }, t),
    changed: await readRowSnapshot({ keys: changed, locked: true, tables: namesIn(after.changed) }, t),
  };
  const since = [
    ...differing(after.created, present.created, undo),
    ...differing(after.changed, present.changed, undo),
  ];
  const failure = againstWords(since, await undo.against(created, t), {
    called: names(present, undo),
    counted: undo.counted,
  });
  if (failure !== "") return failure;
  await undo.forget(created, t);
  for (const name of undo.tables.toReversed())
    await deleteSnapshotRows({ name, rows: present.created[name] ?? [] }, t);
  await putBack({ before: image.before as Rows, changed: present.changed }, t);
  return "";
}

type Difference = { table: PeopleTableName; person: number };

/** Lists the database rows that have been changed, added or deleted since the import. */
function differing(then: Rows, present: Rows, { personOf }: ImportUndo): Difference[] {
  return namesIn(then).flatMap((table) => {
    const [before, after] = [byKey(table, then), byKey(table, present)];
    const keys = new Set([...before.keys(), ...after.keys()]);
    return [...keys].flatMap((key) => {
      const [one, other] = [before.get(key), after.get(key)];
      const row = one ?? other;
      return !row || hasSameRowContent(one, other) ? [] : [{ table, person: personOf(table, row) }];
    });
  });
}

function namesIn(rows: Rows): PeopleTableName[] {
  return Object.keys(rows) as PeopleTableName[];
}

function byKey(table: PeopleTableName, rows: Rows): Map<string, SnapshotRow> {
  const key: readonly string[] = PEOPLE_TABLES[table].key;
  return new Map((rows[table] ?? []).map((row) => [key.map((column) => String(row[column])).join(":"), row]));
}

type Present = Readonly<Record<"created" | "changed", Rows>>;

function names({ created, changed }: Present, { tables, personOf, called }: ImportUndo): Map<number, string> {
  const [main] = tables;
  if (main === undefined) return new Map();
  const all = [...(created[main] ?? []), ...(changed[main] ?? [])];
  return new Map(all.map((row) => [personOf(main, row), called(row)]));
}

type Telling = { called: ReadonlyMap<number, string> } & Pick<ImportUndo, "counted">;

/**
 * Returns an error message such as `This import cannot be undone. Changed or added since the import: Farah Abdool, SR-26001 (2
 * marks).` Returns empty text if the import can be undone.
 */
function againstWords(since: readonly Difference[], against: string, { called, counted }: Telling): string {
  const people = [...new Set(since.map(({ person }) => person))];
  if (people.length === 0 && against === "") return "";
  const words = people.slice(0, MOST_NAMED).map((person) => {
    const tables = since.filter((item) => Object.is(item.person, person)).map(({ table }) => table);
    const what = [...new Set(tables)].flatMap((table) =>
      counted(table, tables.filter((item) => item === table).length),
    );
    return `${called.get(person) ?? "somebody"} (${what.join(", ")})`;
  });
  const more = people.length > MOST_NAMED ? ` and ${people.length - MOST_NAMED} more` : "";
  const changed = people.length > 0 ? ` Changed or added since the import: ${words.join("; ")}${more}.` : "";
  return `This import cannot be undone.${changed}${against === "" ? "" : ` ${against}`}`;
}

type Back = { before: Rows; changed: Rows };

async function putBack({ before, changed }: Back, t: TermTransaction): Promise<void> {
  for (const name of namesIn(changed)) {
    const [then, present] = [byKey(name, before), byKey(name, changed)];
    const key: readonly string[] = PEOPLE_TABLES[name].key;
    const rows = [...then].filter(
      ([id, row]) => present.has(id) && JSON.stringify(present.get(id)) !== JSON.stringify(row),
    );
    const columns = Object.keys(rows[0]?.[1] ?? {}).filter((column) => !key.includes(column));
    await deleteSnapshotRows(
      { name, rows: [...present].filter(([id]) => !then.has(id)).map(([, row]) => row) },
      t,
    );
    await updateSnapshotRows({ name, rows: rows.map(([, row]) => row), columns }, t);
    await insertSnapshotRows(
      { name, rows: [...then].filter(([id]) => !present.has(id)).map(([, row]) => row) },
      t,
    );
  }
}
