import type { CheckedImportRow, ImportOutcome } from "#domain/people/imports.ts";
import type { ReadImportRow } from "./imports.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import {
  ImportSnapshot as Stored,
  type ImportSnapshot as StoredImage,
  type ImportRow,
} from "../../models/uploads/imports.ts";

export type { ImportRow };

const COLUMNS =
  "r.import_id, r.row_number, r.cells, r.choice, r.outcome, r.public_id, r.name, r.class, r.lines";

export function listImportRows(importId: string, t: ReadTransaction): Promise<ImportRow[]> {
  return queryRows<ImportRow>(
    `select ${COLUMNS} from import_rows r where r.import_id = $importId order by r.row_number`,
    { importId },
    t,
  );
}

/** Lists the rows of a file whose columns are not confirmed yet. Their cells are named by column number. */
export async function listReadRows(importId: string, t: ReadTransaction): Promise<ReadImportRow[]> {
  const found = await queryRows<Pick<ImportRow, "row_number" | "cells">>(
    `select r.row_number, r.cells
       from import_rows r
      where r.import_id = $importId and r.outcome is null
      order by r.row_number`,
    { importId },
    t,
  );
  return found.map(({ row_number: row, cells }) => ({ row, cells }));
}

type PageAsked = {
  importId: string;
  outcome: ImportOutcome | null;
  /** The first and last number of the rows; null for all. */
  span: { from: number; to: number } | null;
  limit: number;
  offset: number;
};

/** Lists one page of an import's rows. @param outcome limits the rows to one outcome; null for all */
export function listImportRowsPage({ span, ...params }: PageAsked, t: ReadTransaction): Promise<ImportRow[]> {
  return queryRows<ImportRow>(
    `select ${COLUMNS}
       from import_rows r
      where r.import_id = $importId and ($outcome::text is null or r.outcome = $outcome)
        and ($from::integer is null or r.row_number between $from and $to)
      order by r.row_number
      limit $limit offset $offset`,
    { ...params, from: span?.from ?? null, to: span?.to ?? null },
    t,
  );
}

export type WorkbookSheetRowCounts = { place: number; counts: Partial<Record<ImportOutcome, number>> };

/** Counts the rows of a workbook by sheet and outcome. */
export function countImportRowsBySheet(
  params: { importId: string; rowsOfASheet: number },
  t: ReadTransaction,
): Promise<WorkbookSheetRowCounts[]> {
  return queryRows<WorkbookSheetRowCounts>(
    `select n.place, jsonb_object_agg(n.outcome, n.count) as counts
       from (select r.row_number / $rowsOfASheet::integer as place, r.outcome, count(*)
               from import_rows r
              where r.import_id = $importId and r.outcome is not null
              group by 1, 2) n
      group by n.place
      order by n.place`,
    params,
    t,
  );
}

type OfSheets = { importId: string; rowsOfASheet: number };

/** Counts the refused rows of a workbook by sheet and by the field that is named as the reason. */
export function countRefusalsBySheet(
  params: OfSheets,
  t: ReadTransaction,
): Promise<{ place: number; title: string; count: number }[]> {
  return queryRows(
    `select r.row_number / $rowsOfASheet::integer as place, l.line ->> 'title' as title,
            count(distinct r.row_number)::integer as count
       from import_rows r
      cross join lateral jsonb_array_elements(r.lines) l (line)
      where r.import_id = $importId and r.outcome = 'refused' and l.line ->> 'say' = 'refused'
      group by 1, 2
      order by 1, 3 desc, 2`,
    params,
    t,
  );
}

/**
 * Counts, by sheet, the rows of a workbook that are refused because they name a student whose own row is refused. A row
 * about a student whom the school already has may be refused for its own reasons, and does not count.
 */
export function countRefusedWithStudent(
  params: OfSheets & { students: number },
  t: ReadTransaction,
): Promise<{ place: number; count: number; students: string[] }[]> {
  const named = "lower(trim(r.cells -> 'student_id' ->> 'text'))";
  return queryRows(
    `with refused as (
       select r.row_number / $rowsOfASheet::integer as place, ${named} as student_id,
              exists (select from jsonb_array_elements(r.lines) l (line)
                       where l.line ->> 'title' = 'Student ID') as is_for_student
         from import_rows r
        where r.import_id = $importId and r.outcome = 'refused' and ${named} <> '')
     select f.place, count(*)::integer as count, array_agg(distinct f.student_id) as students
       from refused f
      where f.place <> $students and f.is_for_student
        and f.student_id in (select s.student_id from refused s where s.place = $students)
      group by f.place
      order by f.place`,
    params,
    t,
  );
}

/** Stores the results of checking rows. Call `lockImport` first. */
export function saveCheckedImportRows(
  { importId, judged }: { importId: string; judged: readonly CheckedImportRow[] },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update import_rows r
        set outcome = i.outcome, public_id = i."publicId", name = i.name, class = i.class, lines = i.lines
       from jsonb_to_recordset($judged::jsonb)
              i (row integer, outcome text, "publicId" text, name text, class text, lines jsonb)
      where r.import_id = $importId and r.row_number = i.row`,
    { importId, judged: JSON.stringify(judged) },
    t,
  );
}

/** Stores which existing record a person chose for a row. Call `lockImport` first. */
export function saveImportRowChoice(
  params: { importId: string; row: number; choice: string },
  t: Transaction,
): Promise<void> {
  return runQuery(
    "update import_rows set choice = $choice where import_id = $importId and row_number = $row",
    params,
    t,
  );
}

export type ImportUndoSnapshot = Omit<StoredImage, "import_id">;

/** Stores the database rows of the imported records from before and after the import, so that it can be undone. */
export async function saveImportSnapshot(
  { importId, ...image }: ImportUndoSnapshot & { importId: string },
  t: Transaction,
): Promise<void> {
  await Stored.insert({ import_id: importId, ...image }, t);
}

export function findImportSnapshot(importId: string, t: ReadTransaction): Promise<ImportUndoSnapshot | null> {
  return queryRow<ImportUndoSnapshot>(
    `select m.created, m.changed, m.before, m.after from import_images m where m.import_id = $importId order by m.import_id`,
    { importId },
    t,
  );
}

export async function deleteImportSnapshot(importId: string, t: Transaction): Promise<void> {
  await Stored.delete({ import_id: importId }, t);
}

/** Counts what an import changed: new records by class, and changed values of existing records. */
export async function countImportedChanges(
  importId: string,
  t: ReadTransaction,
): Promise<{ classes: number; values: number }> {
  const found = await queryRow<{ classes: number; values: number }>(
    `select (count(distinct r.class) filter (where r.outcome = 'created' and r.class <> ''))::integer as classes,
            coalesce(sum(jsonb_array_length(r.lines)) filter (where r.outcome = 'changed'), 0)::integer as values
       from import_rows r
      where r.import_id = $importId
      order by 1`,
    { importId },
    t,
  );
  return found ?? { classes: 0, values: 0 };
}

/** Stores the new people's ids (those that people see) in their rows of the file. Call `lockImport` first. */
export function saveImportedIds(
  { importId, ids }: { importId: string; ids: ReadonlyMap<number, string> },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update import_rows r
        set public_id = k.public_id
       from unnest($rows::integer[], $ids::text[]) k (row_number, public_id)
      where r.import_id = $importId and r.row_number = k.row_number`,
    { importId, rows: [...ids.keys()], ids: [...ids.values()] },
    t,
  );
}
