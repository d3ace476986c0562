import { noTransaction } from "#db/index.ts";
import { listImportRecords, type ListedImport, findImportReading } from "#db/queries/imports/imports.ts";
import {
  countImportedChanges,
  countImportRowsBySheet,
  countRefusalsBySheet,
  countRefusedWithStudent,
  listImportRows,
  listImportRowsPage,
} from "#db/queries/imports/rows.ts";
import type { Visit } from "#access/session.server.ts";
import { formatDateAndTime, formatEndTime } from "#domain/dates.ts";
import { formatActorName } from "#domain/names.ts";
import { pageSpan } from "#domain/list/paging.ts";
import {
  IMPORT_FILE_DECISIONS,
  IMPORT_OUTCOMES,
  isImportOutcome,
  LIST_IMPORT_KINDS,
  ROWS_PER_SHEET,
  UNDECIDED_COLUMN,
  IMPORT_UNDO_HOURS,
  WORKBOOK_SHEETS,
  type ImportFileDecisionName,
  type ImportKind,
  type ImportOutcome,
  type ImportState,
} from "#domain/people/imports.ts";
import { parseId, withQuery } from "#domain/paths.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import type { ImportPageDefinition } from "./definition.server.ts";
import { IMPORT_KIND_TEXTS, IMPORT_ROWS_PER_PAGE, importUrl, isImportId } from "./imports.ts";
import { loadColumnMatching } from "./matching/matching.server.ts";

const MOST_LISTED = 20;
const HOUR_MS = 3_600_000;

export type ListedImportView = Awaited<ReturnType<typeof listImports>>[number];

export async function listImports({ school: { timeZone } }: Visit, kind: ImportKind) {
  const found = await listImportRecords(
    { kind, undoHours: IMPORT_UNDO_HOURS, importId: null, most: MOST_LISTED },
    noTransaction,
  );
  return found.map((item) => ({
    url: importUrl(kind, item.import_id),
    begun: formatDateAndTime(item.begun_at, timeZone),
    by: formatActorName(item),
    file: item.file_name,
    words: listWords(item, timeZone),
  }));
}

const STATES: Readonly<Record<ImportState, string>> = {
  reading: "being read",
  matching: "columns to check, nothing is saved yet",
  judged: "checked, nothing is saved yet",
  refused: "the file was refused",
  importing: "being imported",
  imported: "imported",
  undoing: "being undone",
  undone: "undone",
};

function listWords({ state, counts, imported_at, undone_at }: ListedImport, timeZone: string): string {
  const { created = 0, changed = 0 } = counts;
  if (state !== "imported" && state !== "undone") return STATES[state];
  const moment = formatDateAndTime((state === "undone" ? undone_at : imported_at) ?? now(), timeZone);
  return `${created.toLocaleString("en")} created, ${changed.toLocaleString("en")} changed, ${STATES[state]} ${moment}`;
}

export type ImportKindView = Awaited<ReturnType<typeof loadImportKinds>>[number];

/** Lists the kinds of import, each with its latest import. */
export async function loadImportKinds({ school: { timeZone } }: Visit) {
  return Promise.all(
    (["workbook", ...LIST_IMPORT_KINDS] as const).map(async (kind) => {
      const { path, title, about } = IMPORT_KIND_TEXTS[kind];
      const [latest] = await listImportRecords(
        { kind, undoHours: IMPORT_UNDO_HOURS, importId: null, most: 1 },
        noTransaction,
      );
      const last = latest ? `${latest.file_name}: ${listWords(latest, timeZone)}` : null;
      return { to: path, title, about, last };
    }),
  );
}

type Place = {
  importId: string;
  outcome: ImportOutcome | null;
  /** The position in the workbook of the sheet to which the rows are limited; null for all sheets. */
  sheet: number | null;
  page: number;
  change: ImportFileDecisionName | null;
  isBack: boolean;
};

export type ImportView = Awaited<ReturnType<typeof loadImport>>;
export type ImportRowView = ImportView["rows"][number];

/** Loads an import with a page of its rows. @throws notFound */
export async function loadImport(
  { school: { timeZone } }: Visit,
  input: Place & { definition: ImportPageDefinition },
) {
  const { definition, importId, outcome, sheet, change, isBack } = input;
  const { kind } = definition;
  const [found] = await listImportRecords(
    { kind, undoHours: IMPORT_UNDO_HOURS, importId, most: 1 },
    noTransaction,
  );
  if (!found) throw notFound("This import no longer exists. Upload the file again.");
  const counts = countsOf(found);
  const { sheets, unread, pulled } =
    kind === "workbook" ? await loadSheets(importId) : { sheets: null, unread: [], pulled: null };
  const ofSheet = sheets?.find(({ place }) => place === sheet) ?? null;
  const shownCounts = ofSheet ?? counts;
  const total = outcome === null ? shownCounts.all : shownCounts[outcome];
  const { shown: page } = pageSpan({ page: input.page, pageSize: IMPORT_ROWS_PER_PAGE, total });
  const offset = (page - 1) * IMPORT_ROWS_PER_PAGE;
  const spread = await countImportedChanges(importId, noTransaction);
  const rows = await listImportRowsPage(
    { importId, outcome, span: ofSheet?.span ?? null, limit: IMPORT_ROWS_PER_PAGE, offset },
    noTransaction,
  );
  const shown = { importId, definition, state: found.state, hasFile: found.file !== null, change, isBack };
  const until = found.undo_until ?? new Date(now().getTime() + IMPORT_UNDO_HOURS * HOUR_MS);
  return {
    kind,
    id: importId,
    /** `base` is the URL of all rows. `url` includes the filter and the page, for the automatic refresh. */
    base: importUrl(kind, importId),
    url: withQuery(importUrl(kind, importId), {
      show: outcome,
      sheet: ofSheet?.kind ?? null,
      page: page > 1 ? page : null,
      step: isBack ? "columns" : null,
      change,
    }),
    file: found.file_name,
    state: found.state,
    failure: found.failure,
    readAt: now().getTime(),
    /** The time and the person, such as `26 Jun 2026, 10:41, W. Gomez`. */
    about: `${formatDateAndTime(found.begun_at, timeZone)}, ${formatActorName(found)}`,
    counts,
    /** The number of classes that the new people are in, and the number of changed values. */
    spread,
    /** The outcome by which the rows are filtered; null for all rows. */
    outcome,
    rows: rows.flatMap((item) => rowView(item, sheets !== null)),
    /** The sheets of a workbook with their counts, and the sheet to which the rows are limited. */
    sheets,
    sheet: ofSheet?.kind ?? null,
    /** The names of the workbook's sheets that are not read. */
    unread,
    /** The number of refused students on the sheet Students, and of rows on each other sheet that name one of them. */
    pulled,
    /** The number of rows that remain after filtering by outcome and sheet. */
    total,
    /** The way in which the file was read; null once this can no longer be changed. */
    matching: await loadColumnMatching(shown),
    page,
    /** The time until which the import can be undone, assuming that it is imported now; null once it is too late. */
    undoUntil: found.is_over ? null : formatEndTime(until, { timeZone, now: now() }),
  };
}

function countsOf({ counts }: Pick<ListedImport, "counts">): Record<ImportOutcome, number> & { all: number } {
  const each = Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, counts[outcome] ?? 0]));
  const all = Object.values(each).reduce((sum, count) => sum + count, 0);
  return { ...(each as Record<ImportOutcome, number>), all };
}

/** Lists the sheets of a workbook that have rows, with the number of rows of each outcome, and the unread sheets. */
async function loadSheets(importId: string) {
  const ofImport = { importId, rowsOfASheet: ROWS_PER_SHEET };
  const students = WORKBOOK_SHEETS.findIndex(({ kind }) => kind === "students");
  const found = await countImportRowsBySheet(ofImport, noTransaction);
  const refusals = await countRefusalsBySheet(ofImport, noTransaction);
  const withStudents = await countRefusedWithStudent({ ...ofImport, students }, noTransaction);
  const reading = await findImportReading(importId, noTransaction);
  const read = new Map(reading?.reading?.sheets?.map((each) => [each.kind, each]));
  const sheets = WORKBOOK_SHEETS.flatMap(({ kind, title }, place) => {
    const ofSheet = found.find((each) => each.place === place);
    if (!ofSheet) return [];
    const left = read.get(kind)?.columns.filter(({ field }) => field === UNDECIDED_COLUMN) ?? [];
    const first = place * ROWS_PER_SHEET;
    return {
      place,
      kind,
      title,
      ...countsOf(ofSheet),
      span: { from: first, to: first + ROWS_PER_SHEET - 1 },
      /** The headings of the columns that are left out. */
      left: left.map(({ heading }) => heading),
      /** The fields that are named as reasons for refusing rows, the most frequent one first. */
      refusedFor: refusals
        .filter((each) => each.place === place)
        .map(({ title: field, count }) => ({ field, count })),
    };
  });
  const pulled = {
    students: new Set(withStudents.flatMap((each) => each.students)).size,
    sheets: withStudents.map(({ place, count }) => ({ title: WORKBOOK_SHEETS[place]?.title ?? "", count })),
  };
  return { sheets, unread: reading?.reading?.unread ?? [], pulled };
}

type Stored = Awaited<ReturnType<typeof listImportRowsPage>>[number];

function rowView(
  { row_number, outcome, public_id: publicId, name, class: label, lines }: Stored,
  isOfWorkbook: boolean,
) {
  const sheet = isOfWorkbook ? (WORKBOOK_SHEETS[Math.floor(row_number / ROWS_PER_SHEET)]?.title ?? "") : "";
  const row = row_number % ROWS_PER_SHEET;
  return outcome === null
    ? []
    : [{ key: row_number, row, sheet, outcome, publicId, name, class: label, lines }];
}

type Params = Readonly<Record<string, string | undefined>>;

/** Reads the import, the outcome and the page number from a URL. @throws notFound */
export function parseImportParams(request: Request, params: Params): Place {
  const { searchParams } = new URL(request.url);
  const show = searchParams.get("show");
  const change = IMPORT_FILE_DECISIONS.find((name) => name === searchParams.get("change")) ?? null;
  return {
    importId: parseImportId(params),
    outcome: isImportOutcome(show) ? show : null,
    sheet: sheetOf(searchParams.get("sheet")),
    page: parseId(searchParams.get("page")) ?? 1,
    change,
    isBack: searchParams.get("step") === "columns",
  };
}

function sheetOf(text: string | null): number | null {
  const place = WORKBOOK_SHEETS.findIndex(({ kind }) => kind === text);
  return place < 0 ? null : place;
}

/** Returns the id of the import from the parameters of a URL. @throws notFound */
export function parseImportId({ importId }: Params): string {
  if (!isImportId(importId)) throw notFound("This import no longer exists. Upload the file again.");
  return importId;
}

/** Finds a checked workbook with its refused rows, for the terminal. @throws notFound */
export async function findImportAtTerminal(importId: string) {
  const query = { kind: "workbook" as const, undoHours: IMPORT_UNDO_HOURS, importId, most: 1 };
  const [found] = await listImportRecords(query, noTransaction);
  if (!found) throw notFound("This import no longer exists. Upload the file again.");
  const rows = await listImportRows(importId, noTransaction);
  return {
    state: found.state,
    failure: found.failure,
    counts: countsOf(found),
    ...(await loadSheets(importId)),
    refused: rows.filter(({ outcome }) => outcome === "refused"),
  };
}
