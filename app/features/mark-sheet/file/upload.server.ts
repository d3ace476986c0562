import { z } from "zod";
import { rejectOtherAccount } from "#access/author.server.ts";
import {
  handleFormFields,
  handleForm,
  formSucceeded,
  formSucceededWithResult,
  rejected,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import { ConfirmationFormSchema, OUTDATED_FORM_MESSAGE } from "#access/forms/form-values.schema.server.ts";
import { noTransaction } from "#db/index.ts";
import type { MarkSheetKey } from "#db/queries/marks/mark-sheet.ts";
import { MESSAGES } from "#domain/messages.ts";
import { classMarksUrl, markSheetUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { FORTNIGHTLY_TEST_ID } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { readSpreadsheet } from "#files/sheets/read-sheet.server.ts";
import { cleanFileName } from "#runtime/file-name.ts";
import { randomId } from "#runtime/ids.ts";
import { limitConcurrencyByLane } from "#runtime/limit-concurrency.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";
import { MARK_SHEET_SAVE_DEFINITION } from "../save/saved-sheet.server.ts";
import { getMarkSheet } from "../sheet/find-sheet.server.ts";
import { loadMarkSheet } from "../sheet/load-sheet.server.ts";
import {
  listColumnsToFillIn,
  isFileOfAnotherSchool,
  MAX_MARK_FILE_ROWS,
  MAX_MARK_FILE_MB,
  readMarkFile,
  findMarkSheetIdOfFile,
  type MarkFile,
} from "./mark-file.rules.ts";
import {
  findMarkSheetOfFile,
  mapStudentsByRow,
  previewMarkFile,
  formatMarkSheetKey,
  findSharedMarkSheet,
  type MarkFilePreview,
} from "./preview.server.ts";
import { describeSavedMarkRows, isLeftUnchanged, listUnsavedRows } from "./preview.rules.ts";

/** The response to an uploaded file: its preview, or the mark sheet to which it belongs. */
export type MarkFileView =
  MarkFilePreview | { belongsTo: NonNullable<Awaited<ReturnType<typeof findMarkSheetOfFile>>> };

/** The number of seconds for which a message with names is shown. Reading names takes longer than reading a number. */
export const NAMES_NOTICE_SECONDS = 20;

export type MarkUploadView = Awaited<ReturnType<typeof loadMarkUpload>>;

export async function loadMarkUpload(person: Person, key: MarkSheetKey) {
  const { url, heading, testTitle, totalStudents, rows, rules, readOnlyReason } = await loadMarkSheet(
    person,
    key,
  );
  const found = await getMarkSheet(person, key, noTransaction);
  const ofClass = { ...key, classId: found.heading.class_id };
  const maxMarks = [...new Set(rows.map(({ maxMark }) => maxMark))];
  return {
    sheetUrl: url,
    downloadUrl: `${url}/spreadsheet`,
    /** The page for a file with all subjects of the class; null for a fortnightly test, which is of one subject. */
    classUrl: key.testId === FORTNIGHTLY_TEST_ID ? null : classMarksUrl(ofClass),
    title: `${heading.subject}, ${heading.classLabel}`,
    testTitle,
    totalStudents,
    /** The maximum of all marks, or null if the marks have different maximums, and on a sheet without marks. */
    maxMark: rules.kind !== "criteria" && maxMarks.length === 1 ? (maxMarks[0] ?? null) : null,
    readOnlyReason,
  };
}

export const MEGABYTE = 1024 * 1024;
const LONGEST_TEXT = 200;
export const LONGEST_FILE_NAME = 300;
/** The size limit of the file's content in the form. The body of a request may have at most a quarter of a megabyte. */
const MOST_CHARACTERS = 200_000;
export const MAX_MARK_FILE_READING_MS = 10_000;

export type MarkFileInput = { file?: File };
export type SaveMarkFileInput = z.input<typeof SaveForm>;

const text = z.string().max(LONGEST_TEXT);
const fieldName = z.string().max(60);

export const MarkFileContent = z.strictObject({
  downloaded: z.iso.datetime(),
  rows: z
    .array(
      z.strictObject({
        line: z.int().positive(),
        id: text,
        name: text,
        maxMark: text,
        tag: text,
        cells: z.record(fieldName, z.strictObject({ text, fault: text.nullable() })),
        before: z.record(fieldName, text),
      }),
    )
    .max(MAX_MARK_FILE_ROWS),
});

export const SHOWN_OUTCOMES_PATTERN = /^(?:[a-z]{1,9}(?:,[a-z]{1,9})*)?$/;
export const SAVED_ROWS_PATTERN = /^(?:[1-9]\d{0,8}(?:,[1-9]\d{0,8})*)?$/;
export const CONFLICT_CHOICE_PATTERN = /^(mine|theirs):(\d{1,15})$/;

/** The page contains the file's content between preview and saving. The content is checked again when it is saved. */
const SaveForm = z.object({
  fileName: z.string(OUTDATED_FORM_MESSAGE).max(LONGEST_FILE_NAME, OUTDATED_FORM_MESSAGE),
  saveId: z.string(OUTDATED_FORM_MESSAGE).regex(/^[\w-]{8,64}$/, OUTDATED_FORM_MESSAGE),
  content: z
    .string(OUTDATED_FORM_MESSAGE)
    .max(MOST_CHARACTERS, OUTDATED_FORM_MESSAGE)
    .transform(parseContent),
  outcomes: z
    .string()
    .max(MAX_MARK_FILE_ROWS * 10, OUTDATED_FORM_MESSAGE)
    .regex(SHOWN_OUTCOMES_PATTERN, OUTDATED_FORM_MESSAGE)
    .default(""),
  /** The rows that were already saved from this preview. The page only shows them as saved. */
  saved: z
    .string()
    .max(MAX_MARK_FILE_ROWS * 10, OUTDATED_FORM_MESSAGE)
    .regex(SAVED_ROWS_PATTERN, OUTDATED_FORM_MESSAGE)
    .default(""),
  choice: z
    .record(
      z.string().regex(/^[1-9]\d{0,8}$/),
      z.string().regex(CONFLICT_CHOICE_PATTERN, OUTDATED_FORM_MESSAGE),
    )
    .default({}),
});

function parseContent(json: string, context: z.core.$RefinementCtx<string>): MarkFile {
  try {
    return MarkFileContent.parse(JSON.parse(json));
  } catch {
    // Only our own page fills in this field, so invalid content is refused as a whole.
    context.issues.push({ code: "custom", message: OUTDATED_FORM_MESSAGE, input: json });
    return z.NEVER;
  }
}

/** Handles both forms of the page: a file gets a preview, and only the preview's form saves. */
export function handleMarkFileForm(person: Person, key: MarkSheetKey, request: Request) {
  if (!request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
    return handleForm(request, SaveForm, (input) => saveFile(person, key, input));
  return receiveFile(request, { name: "file", most: MAX_MARK_FILE_MB * MEGABYTE }, ({ fields, file }) => {
    rejectOtherAccount(fields["author"], person);
    return handleFormFields(Object.entries(fields), ConfirmationFormSchema, () =>
      readFile(person, key, file),
    );
  });
}

async function readFile(
  person: Person,
  key: MarkSheetKey,
  received: ReceivedFile | null,
): Promise<FormOutcome<MarkFileView>> {
  const found = await getMarkSheet(person, key, noTransaction);
  const closed = MARK_SHEET_SAVE_DEFINITION.closed(found);
  if (closed) return rejected(`Marks cannot be uploaded now: ${closed.words}.`);
  if (!received) return rejected({ file: MESSAGES.selectFile });
  if (received.tooLong)
    return rejected({ file: `This file is larger than ${MAX_MARK_FILE_MB} MB. Remove its pictures.` });
  const { path } = received;
  const account = String(person.accountId);
  const read = await limitMarkFileReading({ lane: account, name: account }, () =>
    readSpreadsheet(path, { rows: MAX_MARK_FILE_ROWS }, MAX_MARK_FILE_READING_MS),
  );
  if (read === "crowded") return rejected({ file: STILL_READING_MESSAGE });
  if (!read.ok) return rejected({ file: read.fault });
  const parsed = readMarkFile([read.head, ...read.rows], listColumnsToFillIn(found.rules));
  if ("fault" in parsed) return rejected({ file: parsed.fault });
  const { file } = parsed;
  const isForHere =
    findMarkSheetIdOfFile(file) === formatMarkSheetKey(key) ||
    (await findSharedMarkSheet(file, found)).length > 0;
  if (!isForHere) {
    const belongsTo = await findMarkSheetOfFile(person, file);
    return belongsTo ? formSucceededWithResult({ belongsTo }) : rejected({ file: OTHER_SHEET });
  }
  const students = mapStudentsByRow(found, await MARK_SHEET_SAVE_DEFINITION.read(found, null, noTransaction));
  if (isFileOfAnotherSchool(file, students)) return rejected({ file: WRONG_SCHOOL_MESSAGE });
  const content = shortenMarkFileTexts(file);
  if (encodeURIComponent(JSON.stringify(content)).length > MOST_CHARACTERS)
    return rejected({ file: TOO_MUCH_TEXT });
  const uploaded = {
    file: content,
    fileName: cleanFileName(received.name),
    saveId: randomId(),
    choices: new Map(),
    saved: new Set<string>(),
  };
  const { view } = await previewMarkFile(person, key, uploaded);
  return formSucceededWithResult(view);
}

/** Reading a file takes a thread and its memory, so each process reads one file at a time. */
export const limitMarkFileReading = limitConcurrencyByLane({ most: () => 1, inLane: 2, ofName: 2 });
export const STILL_READING_MESSAGE =
  "Termbook is still reading your other files. Wait a moment, then try again.";
const TOO_MUCH_TEXT =
  "The file has more text than a mark sheet. Download the mark sheet again, copy only your marks into it, then upload that file.";
const OTHER_SHEET =
  "This file belongs to another mark sheet, which you cannot open. The first rows of the file show the subject, the class and the teacher.";
export const WRONG_SCHOOL_MESSAGE =
  "Most student IDs in this file belong to students with other names in Termbook, so the file may come from another school. Download the mark sheet here, copy your marks into it, then upload that file.";

/** Shortens all texts. Marks are short; a long text is not a mark and would not fit into the page. */
export function shortenMarkFileTexts({ rows, ...file }: MarkFile): MarkFile {
  const short = (value: string) => value.slice(0, LONGEST_TEXT);
  const shortOf = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, short(value)]));
  return {
    ...file,
    rows: rows.map(({ line, id, name, maxMark, tag, cells, before }) => ({
      line,
      id: short(id),
      name: short(name),
      maxMark: short(maxMark),
      tag: short(tag),
      before: shortOf(before),
      cells: Object.fromEntries(
        Object.entries(cells).map(([field, cell]) => [
          field,
          { text: short(cell.text), fault: cell.fault && short(cell.fault) },
        ]),
      ),
    })),
  };
}

async function saveFile(
  person: Person,
  key: MarkSheetKey,
  input: z.output<typeof SaveForm>,
): Promise<FormOutcome<MarkFileView>> {
  const { view, saved, left } = await saveMarkFile(person, key, input);
  if (view.problem !== null) return formSucceededWithResult(view);
  const isAllSaved = left.unanswered.length + left.refused.length === 0;
  const shownLonger = isAllSaved ? {} : { seconds: NAMES_NOTICE_SECONDS };
  return formSucceeded(markSheetUrl(key), describeSavedMarkRows(saved, left), shownLonger);
}

export type MarkFileToSave = z.output<typeof SaveForm>;

/**
 * Saves the rows in the same way as typed rows. Rows that a colleague has changed since the preview are shown again,
 * and the view's `problem` explains this.
 */
export async function saveMarkFile(
  person: Person,
  key: MarkSheetKey,
  { content, choice, saveId, fileName, outcomes, ...earlier }: MarkFileToSave,
) {
  const choices = new Map(Object.entries(choice).map(([row, decided]) => [row, decisionIn(decided)]));
  const savedBefore = earlier.saved.split(",").filter(Boolean);
  const uploaded = { file: content, fileName, saveId, choices, saved: new Set(savedBefore) };
  const { saves, view } = await previewMarkFile(person, key, uploaded);
  // A row is saved or left unchanged only if the page showed that outcome and nobody decided otherwise.
  const shown = outcomes.split(",");
  const isDecided = (row: string | null) => row !== null && choices.has(row);
  const unseen = view.rows.filter((item, index) => {
    const isOther = item.outcome !== shown[index];
    return item.outcome === "changed" ? isOther : isLeftUnchanged(item) && (isOther || isDecided(item.row));
  });
  const unseenRows = new Set(unseen.map(({ row }) => row));
  const seen = saves.filter(({ row }) => !unseenRows.has(row));
  const saved =
    seen.length > 0
      ? await saveRows(MARK_SHEET_SAVE_DEFINITION, { person, key }, { saveId, rows: seen })
      : null;
  if (saved?.closed) {
    const nothing = savedBefore.length > 0 ? "No other marks were saved" : "Nothing was saved";
    const problem = `${nothing}: ${saved.closed.words}.`;
    return { view: { ...view, problem }, saved: savedBefore.length, left: listUnsavedRows(view.rows) };
  }
  const results = saved?.results ?? [];
  const stored = results.filter(({ outcome }) => outcome === "saved").map(({ row }) => row);
  const allSaved = new Set([...savedBefore, ...stored]);
  const changed = seen.length - stored.length + unseen.length;
  const left = listUnsavedRows(view.rows);
  if (changed === 0) return { view, saved: allSaved.size, left };
  const again = await previewMarkFile(person, key, { ...uploaded, saved: allSaved });
  const first =
    stored.length === 0 ? "Nothing was saved this time." : `${formatCountOf(stored.length, "mark")} saved.`;
  const problem = `${first} ${formatCountOf(changed, "row")} changed after the preview. Check the remaining rows, then save again.`;
  return { view: { ...again.view, problem }, saved: allSaved.size, left };
}

function decisionIn(decided: string): { choice: "mine" | "theirs"; version: number } {
  const [, choice, version] = CONFLICT_CHOICE_PATTERN.exec(decided) ?? [];
  return { choice: choice === "mine" ? "mine" : "theirs", version: Number(version) };
}
