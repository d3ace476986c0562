import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { rejectOtherAccount } from "#access/author.server.ts";
import {
  handleFormFields,
  handleForm,
  formSucceeded,
  rejected,
  stale,
  type FormOutcome as Answer,
} from "#access/forms/answer-form.server.ts";
import {
  ConfirmationFormSchema,
  rowIdSchema,
  versionFieldSchema,
} from "#access/forms/form-values.schema.server.ts";
import { transaction, type Transaction } from "#db/index.ts";
import {
  deleteImport,
  insertImport,
  lockImport,
  requestImportStep,
  requestFileReading,
  setImportState,
  findImportReading,
} from "#db/queries/imports/imports.ts";
import {
  listImportRows,
  saveCheckedImportRows,
  saveImportRowChoice,
  type ImportRow,
} from "#db/queries/imports/rows.ts";
import { recordStoredFile } from "#db/queries/pictures.ts";
import { MESSAGES } from "#domain/messages.ts";
import {
  MAX_IMPORT_MB,
  NEW_PERSON,
  ROWS_PER_SHEET,
  type ImportingPerson,
  type ImportKind,
  type ImportState,
} from "#domain/people/imports.ts";
import type { Person } from "#domain/person.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { copyIntoStore, deleteStoredFile } from "#files/store.server.ts";
import { readOrRunImportJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { notFound } from "#runtime/errors.ts";
import { cleanFileName } from "#runtime/file-name.ts";
import { randomFileName, randomId } from "#runtime/ids.ts";
import type { ImportPageDefinition } from "./definition.server.ts";
import { IMPORT_KIND_TEXTS, importUrl } from "./imports.ts";
import { changeColumnMatches, COLUMN_MATCH_FORMS } from "./matching/matching.server.ts";

export type ImportFileInput = { file?: File };

const MEGABYTE = 1024 * 1024;

/**
 * Stores the uploaded file until a background job has read it, and redirects to the page of the import. Nothing is
 * imported yet.
 */
export function uploadImportFile(person: Person, request: Request, kind: ImportKind) {
  return receiveFile(request, { name: "file", most: MAX_IMPORT_MB * MEGABYTE }, ({ fields, file }) => {
    rejectOtherAccount(fields["author"], person);
    return handleFormFields(Object.entries(fields), ConfirmationFormSchema, () =>
      takeFile(person, file, kind),
    );
  });
}

async function takeFile(person: Person, file: ReceivedFile | null, kind: ImportKind): Promise<Answer> {
  if (!file) return rejected({ file: MESSAGES.selectFile });
  if (file.tooLong)
    return rejected({ file: `This file is larger than ${MAX_IMPORT_MB} MB. Split it into several files.` });
  if (file.bytes === 0) return rejected({ file: "The file is empty. Choose another file." });
  return formSucceeded(importUrl(kind, await storeImportFile(person, file, kind)));
}

/** Stores a file for import, which a job will read. Returns the id of the import. */
export async function storeImportFile(
  person: Pick<Person, "accountId">,
  { path, bytes, name }: Pick<ReceivedFile, "path" | "bytes" | "name">,
  kind: ImportKind,
): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const sha256 = hash.digest();
  const [importId, fileName] = [randomId(), randomFileName(".dat")];
  await copyIntoStore(fileName, path);
  await transaction(person, async (t) => {
    const media = { mediaType: "application/octet-stream", width: null, height: null };
    await recordStoredFile({ ...media, kind: "import", fileName, bytes, sha256 }, t);
    const file_name = cleanFileName(name);
    const made = { import_id: importId, kind, asked_by: person.accountId };
    await insertImport({ ...made, file_name, file: fileName }, t);
    await enqueue(readOrRunImportJob, { importId }, t);
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
    version: versionFieldSchema.optional(),
    count: versionFieldSchema.optional(),
    reading: versionFieldSchema.optional(),
  }),
  z.object({ intent: z.literal("undo") }),
  z.object({ intent: z.literal("choose"), row: rowIdSchema, choice: z.string().default("") }),
  z.object({ intent: z.literal("discard") }),
  ...COLUMN_MATCH_FORMS,
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
  definition: ImportPageDefinition;
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
  return handleForm(request, ImportForm, (input) =>
    changeImport(person, { ...place, input, page: pathname + search }),
  );
}

async function changeImport({ accountId }: Person, submitted: Submitted): Promise<Answer> {
  const { importId, definition, input } = submitted;
  const { answer, file } = await transaction({ accountId }, async (t) => {
    const found = await lockImport(importId, t);
    if (found?.kind !== definition.kind)
      throw notFound("This import no longer exists. Upload the file again.");
    const isOffered = OFFERED[input.intent].includes(found.state);
    const answer = isOffered
      ? await change({ ...submitted, accountId }, t)
      : stale("This step of the import has already been done. This page shows the current state.");
    return { answer, file: found.file };
  });
  if (input.intent === "discard" && answer.kind === "done" && file !== null) await deleteStoredFile(file);
  return answer;
}

type Asked = Submitted & ImportingPerson;

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
      return changeColumnMatches({ importId, definition, input }, t);
    case "discard":
      // A background job that is still reading the file will find that the import is gone.
      await deleteImport(importId, t);
      return formSucceeded(IMPORT_KIND_TEXTS[definition.kind].path, "The import was discarded.");
  }
}

/** Queues the background job. The result has no message, because the page itself says what the job is doing. */
async function start(
  state: "importing" | "undoing",
  { importId, accountId, address, page }: Asked,
  t: Transaction,
): Promise<Answer> {
  await requestImportStep({ importId, state, accountId, address }, t);
  await enqueue(readOrRunImportJob, { importId }, t);
  return formSucceeded(page);
}

type SeenRows = { count: number; reading: number | undefined };

/** Starts the import, unless the reading of the file or the number of people on the button has changed. */
async function importRowsAsSeen(seen: SeenRows, input: Asked, t: Transaction): Promise<Answer> {
  const rows = await listImportRows(input.importId, t);
  const count = rows.filter(({ outcome }) => outcome === "created" || outcome === "changed").length;
  const reading = await findImportReading(input.importId, t);
  const isReadAnew = seen.reading !== undefined && seen.reading !== reading?.version;
  if (!isReadAnew && count > 0 && seen.count === count) return start("importing", input, t);
  const change = isReadAnew ? "changed how this file is read" : "made a choice for a row";
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
    (line) => line.say === "alike" && (choice === NEW_PERSON ? line.mayBeAnother : line.publicId === choice),
  );
  if (!row || (!offered && choice !== ""))
    return rejected("The row does not offer this choice. Use one of the buttons in the row.");
  const other = rows.find((item) => item !== row && isInSheetOf(item, row) && isOf(item, choice));
  if (other)
    return rejected(
      `Row ${other.row_number % ROWS_PER_SHEET} already changes ${choice}. Only one of the two rows can be imported.`,
    );
  await saveImportRowChoice({ importId, row: number, choice }, t);
  if (!definition.judge) {
    // Other sheets may depend on this row, so the whole workbook is checked again.
    await requestFileReading(importId, t);
    await enqueue(readOrRunImportJob, { importId }, t);
    return formSucceeded(page);
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
  return formSucceeded(page);
}

/** Rows of other sheets may be about the same person, such as marks of a student. */
function isInSheetOf(one: ImportRow, other: ImportRow): boolean {
  const sheetOf = ({ row_number }: ImportRow) => Math.floor(row_number / ROWS_PER_SHEET);
  return sheetOf(one) === sheetOf(other);
}

/**
 * Tells whether a row is already about the chosen person. Two rows about one person would overwrite each other, and
 * nobody knows which is right.
 */
function isOf({ outcome, public_id }: ImportRow, choice: string): boolean {
  return (outcome === "changed" || outcome === "unchanged") && public_id === choice;
}

/** Starts the import of a checked workbook from the terminal. */
export function startImportAtTerminal({
  importId,
  accountId,
}: {
  importId: string;
  accountId: number;
}): Promise<void> {
  return transaction({ accountId }, async (t) => {
    await lockImport(importId, t);
    await requestImportStep({ importId, state: "importing", accountId, address: "terminal" }, t);
    await enqueue(readOrRunImportJob, { importId }, t);
  });
}
