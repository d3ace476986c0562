import { transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { WORKBOOK_SHEETS, type ImportColumn, type ListImportKind } from "#domain/people/imports.ts";
import type { Person } from "#domain/person.ts";
import { capitalise } from "#domain/text/capital.ts";
import { toDelimitedText } from "#files/sheets/delimited.server.ts";
import { notFound } from "#runtime/errors.ts";
import { fileNameParameters } from "#runtime/file-name.ts";
import { documentContentType, renderDocument } from "#templates/index.ts";
import { findImportDefinition, type ImportDefinition, type ImportDefinitions } from "./definition.server.ts";
import { IMPORT_KIND_TEXTS } from "./imports.ts";

export type TableFileFormat = "xlsx" | "csv";

type Table = {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The other sheets of a workbook. Its file is named after the first sheet unless `fileName` is given. */
  others?: readonly Pick<Table, "name" | "columns" | "rows">[];
  fileName?: string;
  format: TableFileFormat;
};

/** Returns a table as a download that can be imported again. Caches must not store the download. */
export async function tableFileResponse(person: Person, table: Table): Promise<Response> {
  const bytes = await bytesOf(person, table);
  const headers = {
    "Cache-Control": "no-store",
    "Content-Type": table.format === "csv" ? "text/csv; charset=utf-8" : documentContentType("xlsx"),
    "Content-Length": String(bytes.byteLength),
    "Content-Disposition": `attachment; ${fileNameParameters(`${table.fileName ?? table.name}.${table.format}`)}`,
  };
  return new Response(new Uint8Array(bytes), { headers });
}

/**
 * Returns a file with only the column headings.
 * @throws notFound for another format
 */
export function importTemplateResponse(
  person: Person,
  format: string,
  { kind, columns }: ImportDefinition,
): Promise<Response> {
  if (format !== "xlsx" && format !== "csv") throw notFound();
  const titles = columns.map(({ title }) => title);
  return tableFileResponse(person, {
    format,
    name: `${capitalise(IMPORT_KIND_TEXTS[kind].several)} to import`,
    columns: titles,
    rows: [],
  });
}

/** Returns a workbook with a sheet for each list, which has only the column headings. */
export async function workbookTemplateResponse(
  person: Person,
  definitions: ImportDefinitions,
): Promise<Response> {
  const tables = await Promise.all(
    WORKBOOK_SHEETS.map(async ({ kind, title }) => {
      const { columns } = await findImportDefinition(definitions, kind);
      return { name: title, columns: columns.map((column) => column.title), rows: [] };
    }),
  );
  const [first = { name: "", columns: [], rows: [] }, ...others] = tables;
  return tableFileResponse(person, { format: "xlsx", ...first, others, fileName: "School to import" });
}

type Exported = {
  kind: ListImportKind;
  columns: readonly ImportColumn[];
  rows: readonly (readonly string[])[];
  query: URLSearchParams;
  address: string;
};

/** Exports a list as a file that can be imported again, and logs the export as a security event. */
export async function exportListAsFile(person: Person, exported: Exported): Promise<Response> {
  const { kind, columns, rows, query, address } = exported;
  const format = query.get("format") === "csv" ? "csv" : "xlsx";
  const name = IMPORT_KIND_TEXTS[kind].listed;
  const detail = `${name}.${format}, ${rows.length.toLocaleString("en")} ${rows.length === 1 ? "row" : "rows"}`;
  const event = { kind: "exported" as const, accountId: person.accountId, address, detail };
  await transaction(person, (t) => recordSecurityEvent(event, t));
  return tableFileResponse(person, { name, columns: columns.map(({ title }) => title), rows, format });
}

async function bytesOf(
  { accountId: owner }: Person,
  { format, name, columns, rows, others = [] }: Table,
): Promise<Uint8Array> {
  if (format === "csv") return toDelimitedText([columns, ...rows]);
  const data = { name, columns, rows, others };
  return (await renderDocument({ kind: "import-table", format, data }, { owner })).bytes;
}
