import type {
  ImportCells,
  ImportKind,
  ImportState,
  ImportOutcome,
  ImportFileChoices,
  ImportFileReading,
} from "#domain/people/imports.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { Account } from "../../models/accounts.ts";
import { Import, type ImportReading } from "../../models/uploads/imports.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";

export type { Import };

type NewImport = Pick<Import, "import_id" | "kind" | "asked_by" | "file_name"> & { file: string };

export async function insertImport(made: NewImport, t: Transaction): Promise<void> {
  await Import.insert(made, t);
}

export type ListedImport = Import &
  NullableColumns<Pick<Employee, "first_name" | "last_name"> & Pick<Account, "user_name">> & {
    counts: Partial<Record<ImportOutcome, number>>;
    is_over: boolean;
    undo_until: Date | null;
  };

type Listed = { kind: ImportKind; importId: string | null; undoHours: number; most: number };

export function listImportRecords(params: Listed, t: ReadTransaction): Promise<ListedImport[]> {
  return queryRows<ListedImport>(
    `select i.import_id, i.kind, i.asked_by, i.begun_at, i.file_name, i.file, i.state, i.failure, i.imported_by,
            i.imported_at, i.undone_by, i.undone_at, i.address, i.attempts, a.user_name, e.first_name, e.last_name,
            i.imported_at + make_interval(hours => $undoHours) as undo_until,
            coalesce(i.imported_at < now() - make_interval(hours => $undoHours), false) as is_over,
            coalesce((select jsonb_object_agg(n.outcome, n.count)
                        from (select r.outcome, count(*) from import_rows r
                               where r.import_id = i.import_id and r.outcome is not null group by 1) n), '{}') as counts
       from imports i
       join accounts a on a.account_id = i.asked_by
       left join employees e using (employee_id)
      where i.kind = $kind and ($importId::text is null or i.import_id = $importId)
      order by i.begun_at desc, i.import_id
      limit $most`,
    params,
    t,
  );
}

/**
 * Lets one import at a time write until the transaction ends. Of two imports of the same rows, the second is checked after
 * the first is stored, and says what has changed. Call it before any other lock.
 */
export function lockImports(t: Transaction): Promise<void> {
  return runQuery("select pg_advisory_xact_lock(hashtext('imports'), 0)", {}, t);
}

export function lockImport(importId: string, t: Transaction): Promise<Import | null> {
  return queryRow<Import>(
    `select i.import_id, i.kind, i.asked_by, i.begun_at, i.file_name, i.file, i.state, i.failure, i.imported_by,
            i.imported_at, i.undone_by, i.undone_at, i.address, i.attempts
       from imports i
      where i.import_id = $importId
      order by i.import_id
        for update`,
    { importId },
    t,
  );
}

/** Changes the state of an import. Call `lockImport` first. */
export async function setImportState(
  { importId, ...changed }: { importId: string; state: ImportState; failure: string },
  t: Transaction,
): Promise<void> {
  await Import.update(changed, { import_id: importId }, t);
}

/** Requests that the file be read again. This does not count as a failed attempt. Call `lockImport` first. */
export async function requestFileReading(importId: string, t: Transaction): Promise<void> {
  await Import.update({ state: "reading", failure: "", attempts: 0 }, { import_id: importId }, t);
}

/** Counts an attempt before the file is read, so that a crash while reading is noticed. Call `lockImport` first. */
export function countImportAttempt(importId: string, t: Transaction): Promise<void> {
  return runQuery("update imports set attempts = attempts + 1 where import_id = $importId", { importId }, t);
}

type AskedFor = { importId: string; state: "importing" | "undoing"; accountId: number; address: string };

/** Stores what a worker should do, for which account and from which IP address. Call `lockImport` first. */
export async function requestImportStep(
  { importId, state, accountId, address }: AskedFor,
  t: Transaction,
): Promise<void> {
  const by = state === "importing" ? { imported_by: accountId } : { undone_by: accountId };
  await Import.update({ state, failure: "", address, ...by }, { import_id: importId }, t);
}

/** Marks an import as done. Call `lockImport` first. */
export function setImportDone(
  { importId, state }: { importId: string; state: "imported" | "undone" },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update imports set state = $state, failure = '', ${state}_at = now() where import_id = $importId`,
    { importId, state },
    t,
  );
}

export type ReadImportRow = { row: number; cells: ImportCells };

/** Stores the rows of a file and deletes the rows of an earlier reading. Call `lockImport` first. */
export async function saveReadImportRows(
  { importId, read }: { importId: string; read: readonly ReadImportRow[] },
  t: Transaction,
): Promise<void> {
  await runQuery("delete from import_rows where import_id = $importId", { importId }, t);
  await runQuery(
    `insert into import_rows (import_id, row_number, cells)
     select $importId, i.row, i.cells from jsonb_to_recordset($read::jsonb) i (row integer, cells jsonb)`,
    { importId, read: JSON.stringify(read) },
    t,
  );
}

export async function listImportsUnderWay(t: ReadTransaction): Promise<string[]> {
  const found = await queryRows<Pick<Import, "import_id">>(
    `select i.import_id from imports i where i.state in ('reading', 'importing', 'undoing') order by i.begun_at, i.import_id`,
    {},
    t,
  );
  return found.map(({ import_id }) => import_id);
}

/** Deletes an abandoned import and its file. */
export function deleteImport(importId: string, t: Transaction): Promise<void> {
  return runQuery(
    `with removed as (delete from imports where import_id = $importId returning file)
     delete from files f using removed where f.file_name = removed.file`,
    { importId },
    t,
  );
}

/**
 * Deletes the children's data of imports that can no longer be undone; the imports themselves stay in the list. Deletes
 * uploads of the same age entirely if they were never imported.
 */
export async function deleteOldImportRows(params: { hours: number }, t: Transaction): Promise<void> {
  const old = "begun_at < now() - make_interval(hours => $hours)";
  await runQuery(`delete from imports where ${old} and imported_at is null`, params, t);
  const done = `select i.import_id from imports i where i.imported_at < now() - make_interval(hours => $hours)`;
  await runQuery(
    `update imports set file = null where file is not null and import_id in (${done})`,
    params,
    t,
  );
  await runQuery(`delete from import_images where import_id in (${done})`, params, t);
  await runQuery(`delete from import_readings where import_id in (${done})`, params, t);
  await runQuery(`update import_rows set cells = '{}', lines = '[]' where import_id in (${done})`, params, t);
}

export type { ImportReading };

/** Finds how the file of an import was read, or null before the first reading. */
export function findImportReading(importId: string, t: ReadTransaction): Promise<ImportReading | null> {
  return queryRow<ImportReading>(
    `select r.import_id, r.choices, r.reading, r.is_confirmed, r.version
       from import_readings r
      where r.import_id = $importId
      order by r.import_id`,
    { importId },
    t,
  );
}

type SavedReading = {
  importId: string;
  choices: ImportFileChoices;
  reading: ImportFileReading;
  isConfirmed: boolean;
};

/** Stores how the file was read or should be read, as the next version. Call `lockImport` first. */
export function saveImportReading(
  { importId, choices, reading, isConfirmed }: SavedReading,
  t: Transaction,
): Promise<void> {
  return runQuery(
    `insert into import_readings (import_id, choices, reading, is_confirmed)
     values ($importId, $choices::jsonb, $reading::jsonb, $isConfirmed)
     on conflict (import_id) do update
        set choices = excluded.choices, reading = excluded.reading, is_confirmed = excluded.is_confirmed,
            version = import_readings.version + 1`,
    { importId, choices: JSON.stringify(choices), reading: JSON.stringify(reading), isConfirmed },
    t,
  );
}

type Shape = { kind: ImportKind; shape: string };

/** Finds the fields that somebody chose for the columns of an earlier file with the same headings. */
export async function findImportMatch(
  params: Shape,
  t: ReadTransaction,
): Promise<Readonly<Record<string, string>> | null> {
  const found = await queryRow<{ fields: Readonly<Record<string, string>> }>(
    `select m.fields from import_matches m where m.kind = $kind and m.shape = $shape order by m.kind`,
    params,
    t,
  );
  return found?.fields ?? null;
}

/** A school has few programs that write lists. Beyond this number, most sets of headings come from files used once. */
const MOST_MATCHES = 100;

/** Stores the chosen fields for the next file with the same headings. Deletes the choices unused for longest. */
export async function saveImportMatch(
  { kind, shape, fields }: Shape & { fields: Readonly<Record<string, string>> },
  t: Transaction,
): Promise<void> {
  await runQuery(
    `insert into import_matches (kind, shape, fields) values ($kind, $shape, $fields::jsonb)
     on conflict (kind, shape) do update set fields = excluded.fields, used_at = excluded.used_at`,
    { kind, shape, fields: JSON.stringify(fields) },
    t,
  );
  await runQuery(
    `delete from import_matches
      where kind = $kind
        and shape in (
          select shape from import_matches where kind = $kind order by used_at desc, shape offset $most
        )`,
    { kind, most: MOST_MATCHES },
    t,
  );
}
