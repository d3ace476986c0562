import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { rejectOtherAccount } from "#access/author.server.ts";
import {
  answerFields,
  answerForm,
  done,
  rejected,
  stale,
  type FormOutcome as Answer,
} from "#access/forms/answer-form.server.ts";
import { Confirmation, rowId, version } from "#access/forms/form-values.schema.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import {
  requestImportWork,
  requestReading,
  insertImport,
  listImportRecords,
  lockImport,
  deleteImport,
  setImportState,
  type ListedImport,
} from "#db/queries/imports/imports.ts";
import {
  listImportRows,
  listImportRowsPage,
  countImportedChanges,
  countImportRowsBySheet,
  saveImportRowChoice,
  saveCheckedImportRows,
  type ImportRow,
} from "#db/queries/imports/rows.ts";
import { findImportReading } from "#db/queries/imports/readings.ts";
import { recordFile } from "#db/queries/pictures.ts";
import { formatMoment, formatEndTime } from "#domain/dates.ts";
import { actorName } from "#domain/names.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { MESSAGES } from "#domain/messages.ts";
import {
  FILE_DECISIONS,
  ROWS_OF_A_SHEET,
  SOMEBODY_ELSE,
  WORKBOOK_SHEETS,
  isImportOutcome,
  MOST_IMPORT_MB,
  IMPORT_OUTCOMES,
  UNDECIDED,
  UNDO_HOURS,
  type FileDecisionName,
  type ImportKind,
  type ImportState,
  type ImportOutcome,
} from "#domain/people/imports.ts";
import { parseId, withQuery } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { copyIntoStore, deleteStoredFile } from "#files/store.server.ts";
import { workImport } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { harmlessFileName } from "#runtime/file-name.ts";
import { randomFileName, randomId } from "#runtime/ids.ts";
import type { Importer, ShownImport } from "./definition.server.ts";
import { IMPORT_KINDS, importUrl, isImportId, IMPORT_ROWS_PER_PAGE } from "./imports.ts";
import { changeMatching, loadMatching, MATCH_FORMS } from "./matching/matching.server.ts";

const MOST_LISTED = 20;
const HOUR_MS = 3_600_000;

export type ListedImportView = Awaited<ReturnType<typeof listImports>>[number];

/** Lists earlier imports, newest first. */
export async function listImports({ school: { timeZone } }: Visit, kind: ImportKind) {
  const found = await listImportRecords(
    { kind, undoHours: UNDO_HOURS, importId: null, most: MOST_LISTED },
    noTransaction,
  );
  return found.map((item) => ({
    url: importUrl(kind, item.import_id),
    begun: formatMoment(item.begun_at, timeZone),
    by: actorName(item),
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
  const moment = formatMoment((state === "undone" ? undone_at : imported_at) ?? now(), timeZone);
  return `${created.toLocaleString("en")} created, ${changed.toLocaleString("en")} changed, ${STATES[state]} ${moment}`;
}

export type KindView = Awaited<ReturnType<typeof loadKinds>>[number];

/** The order in which a school moves in: each list refers to earlier ones. */
const IN_ORDER: readonly ImportKind[] = [
  "workbook",
  "employees",
  "subjects",
  "classes",
  "students",
  "lessons",
  "choices",
  "marks",
  "marks-by-student",
];

/** Lists the kinds of import, each with its latest import. */
export async function loadKinds({ school: { timeZone } }: Visit) {
  return Promise.all(
    IN_ORDER.map(async (kind) => {
      const { path, title, about } = IMPORT_KINDS[kind];
      const [latest] = await listImportRecords(
        { kind, undoHours: UNDO_HOURS, importId: null, most: 1 },
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
  /** The place of a sheet in a workbook, to which the rows are limited; null for all. */
  sheet: number | null;
  page: number;
  change: FileDecisionName | null;
  isBack: boolean;
};

export type ImportView = Awaited<ReturnType<typeof loadImport>>;
export type ImportRowView = ImportView["rows"][number];

/** Loads an import with a page of its rows. @throws notFound */
export async function loadImport(
  { school: { timeZone } }: Visit,
  input: Place & { definition: ShownImport },
) {
  const { definition, importId, outcome, sheet, change, isBack } = input;
  const { kind } = definition;
  const [found] = await listImportRecords({ kind, undoHours: UNDO_HOURS, importId, most: 1 }, noTransaction);
  if (!found) throw notFound("This import no longer exists. Checked files are kept for one day.");
  const counts = countsOf(found);
  const sheets = kind === "workbook" ? await loadSheets(importId) : null;
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
  const until = found.undo_until ?? new Date(now().getTime() + UNDO_HOURS * HOUR_MS);
  return {
    kind,
    id: importId,
    /** `base` is the URL of all rows. `url` is the URL of the rows shown, by which a refresh finds the same rows. */
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
    about: `${formatMoment(found.begun_at, timeZone)}, ${actorName(found)}`,
    counts,
    /** The number of classes that the new people are in, and the number of changed values. */
    spread,
    /** The outcome to which the rows are filtered; null for all. */
    outcome,
    rows: rows.flatMap((item) => rowView(item, sheets !== null)),
    /** The sheets of a workbook with their counts, and the one to which the rows are limited. */
    sheets,
    sheet: ofSheet?.kind ?? null,
    /** The number of rows that the outcome and the sheet leave. */
    total,
    /** How the file was read, as long as that can be changed. */
    matching: await loadMatching(shown),
    page,
    /**
     * The time until which the import can be undone (before importing, the time if it were imported now). Null if it is
     * too late.
     */
    undoUntil: found.is_over ? null : formatEndTime(until, { timeZone, now: now() }),
  };
}

function countsOf({ counts }: Pick<ListedImport, "counts">): Record<ImportOutcome, number> & { all: number } {
  const each = Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, counts[outcome] ?? 0]));
  const all = Object.values(each).reduce((sum, count) => sum + count, 0);
  return { ...(each as Record<ImportOutcome, number>), all };
}

/** Lists the sheets of a workbook that have rows, with the number of rows of each outcome. */
async function loadSheets(importId: string) {
  const found = await countImportRowsBySheet({ importId, rowsOfASheet: ROWS_OF_A_SHEET }, noTransaction);
  const reading = await findImportReading(importId, noTransaction);
  const read = new Map(reading?.reading?.sheets?.map((each) => [each.kind, each]));
  return WORKBOOK_SHEETS.flatMap(({ kind, title }, place) => {
    const ofSheet = found.find((each) => each.place === place);
    if (!ofSheet) return [];
    const left = read.get(kind)?.columns.filter(({ field }) => field === UNDECIDED) ?? [];
    const first = place * ROWS_OF_A_SHEET;
    return {
      place,
      kind,
      title,
      ...countsOf(ofSheet),
      span: { from: first, to: first + ROWS_OF_A_SHEET - 1 },
      /** The headings of the columns that are left out. */
      left: left.map(({ heading }) => heading),
    };
  });
}

type Stored = Awaited<ReturnType<typeof listImportRowsPage>>[number];

function rowView(
  { row_number, outcome, public_id: publicId, name, class: label, lines }: Stored,
  isOfWorkbook: boolean,
) {
  const sheet = isOfWorkbook ? (WORKBOOK_SHEETS[Math.floor(row_number / ROWS_OF_A_SHEET)]?.title ?? "") : "";
  const row = row_number % ROWS_OF_A_SHEET;
  return outcome === null
    ? []
    : [{ key: row_number, row, sheet, outcome, publicId, name, class: label, lines }];
}

type Params = Readonly<Record<string, string | undefined>>;

/** Reads the import, the outcome and the page number from a URL. @throws notFound */
export function parseImportParams(request: Request, params: Params): Place {
  const { searchParams } = new URL(request.url);
  const show = searchParams.get("show");
  const change = FILE_DECISIONS.find((name) => name === searchParams.get("change")) ?? null;
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
  if (!isImportId(importId)) throw notFound("This import does not exist.");
  return importId;
}

export type ImportFileInput = { file?: File };

const MEGABYTE = 1024 * 1024;

/**
 * Stores the uploaded file until a background job has read it, and redirects to the page of the import. Nothing is
 * imported yet.
 */
export function uploadImportFile(person: Person, request: Request, kind: ImportKind) {
  return receiveFile(request, { name: "file", most: MOST_IMPORT_MB * MEGABYTE }, ({ fields, file }) => {
    rejectOtherAccount(fields["author"], person);
    return answerFields(Object.entries(fields), Confirmation, () => takeFile(person, file, kind));
  });
}

async function takeFile(person: Person, file: ReceivedFile | null, kind: ImportKind): Promise<Answer> {
  if (!file) return rejected({ file: MESSAGES.selectFile });
  if (file.tooLong)
    return rejected({ file: `This file is larger than ${MOST_IMPORT_MB} MB. Split it into several files.` });
  if (file.bytes === 0) return rejected({ file: "The file is empty. Choose another file." });
  return done(importUrl(kind, await keep(person, file, kind)));
}

async function keep(person: Person, { path, bytes, name }: ReceivedFile, kind: ImportKind): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const sha256 = hash.digest();
  const [importId, fileName] = [randomId(), randomFileName(".dat")];
  await copyIntoStore(fileName, path);
  await transaction(person, async (t) => {
    const media = { mediaType: "application/octet-stream", width: null, height: null };
    await recordFile({ ...media, kind: "import", fileName, bytes, sha256 }, t);
    const file_name = harmlessFileName(name);
    const made = { import_id: importId, kind, asked_by: person.accountId };
    await insertImport({ ...made, file_name, file: fileName }, t);
    await enqueue(workImport, { importId }, t);
  });
  return importId;
}

/**
 * `version` is the number of people on the button, which a page loaded before an update sends as `count`. `reading` is
 * the version of the reading of the file, which such a page does not send. An empty `choice` clears an earlier choice.
 */
const ImportForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("import"),
    version: version.optional(),
    count: version.optional(),
    reading: version.optional(),
  }),
  z.object({ intent: z.literal("undo") }),
  z.object({ intent: z.literal("choose"), row: rowId, choice: z.string().default("") }),
  z.object({ intent: z.literal("discard") }),
  ...MATCH_FORMS,
]);

export type ImportFormInput = z.input<typeof ImportForm>;
type ImportOutput = z.output<typeof ImportForm>;

/** The states of an import in which each button is shown. */
const OFFERED: Readonly<Record<ImportOutput["intent"], readonly ImportState[]>> = {
  import: ["judged"],
  undo: ["imported"],
  choose: ["judged"],
  match: ["matching", "judged"],
  reread: ["matching", "judged"],
  discard: ["reading", "matching", "judged", "refused"],
};

type Submitted = {
  importId: string;
  definition: ShownImport;
  input: ImportOutput;
  address: string;
  /** The URL of the page that sent the form. */
  page: string;
};

/** Performs the action of the button that was pressed. @throws notFound */
export function submitImportForm(
  person: Person,
  request: Request,
  place: Pick<Submitted, "importId" | "definition" | "address">,
) {
  const { pathname, search } = new URL(request.url);
  return answerForm(request, ImportForm, (input) =>
    changeImport(person, { ...place, input, page: pathname + search }),
  );
}

async function changeImport({ accountId }: Person, submitted: Submitted): Promise<Answer> {
  const { importId, definition, input } = submitted;
  const { answer, file } = await transaction({ accountId }, async (t) => {
    const found = await lockImport(importId, t);
    if (found?.kind !== definition.kind) throw notFound("This import no longer exists.");
    const isOffered = OFFERED[input.intent].includes(found.state);
    const answer = isOffered
      ? await change({ ...submitted, accountId }, t)
      : stale("This has already been done.");
    return { answer, file: found.file };
  });
  if (input.intent === "discard" && answer.kind === "done" && file !== null) await deleteStoredFile(file);
  return answer;
}

type Asked = Submitted & Importer;

async function change(request: Asked, t: Transaction): Promise<Answer> {
  const { importId, definition, input } = request;
  switch (input.intent) {
    case "import":
      return importRowsAsSeen(
        { count: input.version ?? input.count ?? 0, reading: input.reading },
        request,
        t,
      );
    case "undo":
      return start("undoing", request, t);
    case "choose":
      return choose(input, request, t);
    case "match":
    case "reread":
      return changeMatching({ importId, definition, input }, t);
    case "discard":
      // A background job that is still reading the file will find that the import is gone.
      await deleteImport(importId, t);
      return done(IMPORT_KINDS[definition.kind].path, "The import was discarded.");
  }
}

/** Queues the background job. The result has no message, because the page itself says what the job is doing. */
async function start(
  state: "importing" | "undoing",
  { importId, accountId, address, page }: Asked,
  t: Transaction,
): Promise<Answer> {
  await requestImportWork({ importId, state, accountId, address }, t);
  await enqueue(workImport, { importId }, t);
  return done(page);
}

type SeenRows = { count: number; reading: number | undefined };

/** Starts the import only if the file is still read as it was, and as many people are affected as the button said. */
async function importRowsAsSeen(seen: SeenRows, input: Asked, t: Transaction): Promise<Answer> {
  const rows = await listImportRows(input.importId, t);
  const count = rows.filter(({ outcome }) => outcome === "created" || outcome === "changed").length;
  const reading = await findImportReading(input.importId, t);
  const isReadAnew = seen.reading !== undefined && seen.reading !== reading?.version;
  if (!isReadAnew && count > 0 && seen.count === count) return start("importing", input, t);
  const change = isReadAnew ? "changed how this file is read" : "decided about a row";
  const words = `Somebody ${change} while you had this page open. Check the rows, then import again.`;
  return stale(words, count || undefined);
}

/** Stores whether a row is about an existing person, and about whom. */
async function choose(
  { row: number, choice }: Extract<ImportOutput, { intent: "choose" }>,
  { importId, definition, page }: Asked,
  t: Transaction,
): Promise<Answer> {
  const rows = await listImportRows(importId, t);
  const row = rows.find(({ row_number }) => row_number === number);
  const offered = row?.lines.some(
    (line) =>
      line.say === "alike" && (choice === SOMEBODY_ELSE ? line.mayBeAnother : line.publicId === choice),
  );
  if (!row || (!offered && choice !== ""))
    return rejected("You cannot choose this for the row. Use one of its buttons.");
  const other = rows.find((item) => item !== row && isOf(item, choice));
  if (other)
    return rejected(
      `Row ${other.row_number} already changes ${choice}. Only one of the two rows can be imported.`,
    );
  await saveImportRowChoice({ importId, row: number, choice }, t);
  if (!definition.judge) {
    // Other sheets may depend on this row, so the whole workbook is checked again.
    await requestReading(importId, t);
    await enqueue(workImport, { importId }, t);
    return done(page);
  }
  const input = rows.map(({ row_number, cells, choice: before }) => ({
    row: row_number,
    cells,
    choice: before,
  }));
  const only = { row: number, cells: row.cells, choice };
  const { judged } = await definition.judge(input, t, [only]);
  await saveCheckedImportRows({ importId, judged }, t);
  await setImportState({ importId, state: "judged", failure: "" }, t);
  return done(page);
}

/**
 * Whether a row is already about the chosen person. Two rows about one person would overwrite each other, and nobody
 * knows which is right.
 */
function isOf({ outcome, public_id }: ImportRow, choice: string): boolean {
  return (outcome === "changed" || outcome === "unchanged") && public_id === choice;
}
