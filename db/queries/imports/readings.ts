import type { ImportFileChoices, ImportFileReading, ImportKind } from "#domain/people/imports.ts";
import { queryRow, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { ImportReading } from "../../models/uploads/imports.ts";

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
