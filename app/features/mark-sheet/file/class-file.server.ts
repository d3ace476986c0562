import { z } from "zod";
import { rejectOtherAccount } from "#access/author.server.ts";
import {
  formSucceeded,
  formSucceededWithResult,
  handleForm,
  handleFormFields,
  rejected,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import { ConfirmationFormSchema, OUTDATED_FORM_MESSAGE } from "#access/forms/form-values.schema.server.ts";
import { listVisibleLessons } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { MESSAGES } from "#domain/messages.ts";
import { classMarksUrl, markSheetUrl, parseClassTestKey, type ClassTestKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { academicYearOf, FORTNIGHTLY_TEST_ID } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { readSpreadsheet } from "#files/sheets/read-sheet.server.ts";
import { SPREADSHEET_FAULTS, type SpreadsheetReading } from "#files/sheets/sheet.ts";
import { errorKind, itemNotFound, notFound } from "#runtime/errors.ts";
import { cleanFileName } from "#runtime/file-name.ts";
import { randomId } from "#runtime/ids.ts";
import { MARK_SHEET_SAVE_DEFINITION } from "../save/saved-sheet.server.ts";
import { getMarkSheet, type FoundMarkSheet } from "../sheet/find-sheet.server.ts";
import { describeMarkSheetTest, sendMarkFile } from "./download.server.ts";
import {
  isFileOfAnotherSchool,
  filterChangedRows,
  listColumnsToFillIn,
  MAX_MARK_FILE_MB,
  MAX_MARK_FILE_ROWS,
  readMarkFile,
  findMarkSheetIdOfFile,
  type MarkFile,
} from "./mark-file.rules.ts";
import { describeSavedMarkRows } from "./preview.rules.ts";
import {
  mapStudentsByRow,
  previewMarkFile,
  formatMarkSheetKey,
  findSharedMarkSheet,
} from "./preview.server.ts";
import {
  STILL_READING_MESSAGE,
  MarkFileContent,
  LONGEST_FILE_NAME,
  CONFLICT_CHOICE_PATTERN,
  MEGABYTE,
  WRONG_SCHOOL_MESSAGE,
  MAX_MARK_FILE_READING_MS,
  limitMarkFileReading,
  saveMarkFile,
  SAVED_ROWS_PATTERN,
  NAMES_NOTICE_SECONDS,
  shortenMarkFileTexts,
  SHOWN_OUTCOMES_PATTERN,
} from "./upload.server.ts";

/** The most worksheets of a file that are read. No class has that many subjects. */
const MOST_SHEETS = 40;

/** The time in which all worksheets of a file must be read, because other people's files wait meanwhile. */
const READING_ALL_MS = 30_000;

/** The size limit of the content in the form: 40 students with marks and remarks in 12 subjects. */
const MOST_CHARACTERS = 240_000;
const TOO_MUCH =
  "The file has more marks than can be saved at once. Delete the worksheets of some subjects, upload the file, then do the same with the other subjects.";

const NO_SHEETS = "You have no mark sheet to fill in for this class and test. Choose another class or test.";

type ClassSheets = { label: string; sheets: FoundMarkSheet[]; closed: string | null };

/** Finds the mark sheets of a class for which the person enters the marks. @throws notFound */
async function findClassSheets(person: Person, key: ClassTestKey): Promise<ClassSheets> {
  const { classId, academicTermId, testId } = key;
  const term = { academic_year_id: academicYearOf(academicTermId), academic_term_id: academicTermId };
  const lessons = (await listVisibleLessons(person, term, noTransaction)).filter(
    (lesson) => lesson.class_id === classId,
  );
  const [lesson] = lessons;
  if (!lesson) throw notFound("You cannot open the mark sheets of this class. Choose another class.");
  const own = lessons.filter(({ canEdit }) => canEdit);
  const found = await Promise.all(
    own.map(({ lesson_id: lessonId }) =>
      getMarkSheet(
        person,
        { lessonId, academicTermId, testId, fortnightlyTestId: null },
        noTransaction,
      ).catch(nullWhenNotFound),
    ),
  );
  const sheets = found.flatMap((sheet) => sheet ?? []);
  const open = sheets.filter((sheet) => MARK_SHEET_SAVE_DEFINITION.closed(sheet) === null);
  const [first] = sheets;
  const reason = first ? MARK_SHEET_SAVE_DEFINITION.closed(first)?.words : null;
  const closed = open.length > 0 ? null : reason ? `Marks cannot be uploaded now: ${reason}.` : NO_SHEETS;
  return { label: lesson.class_label, sheets: open, closed };
}

function nullWhenNotFound(error: unknown): null {
  if (errorKind(error) === "notFound") return null;
  throw error;
}

/** Reads the key from the URL's parameters. Fortnightly tests belong to one subject. @throws notFound */
export function parseClassFileKey(params: Record<string, string | undefined>): ClassTestKey {
  const key = parseClassTestKey(params);
  if (!key || key.testId === FORTNIGHTLY_TEST_ID)
    throw notFound("You cannot open these mark sheets. Choose other mark sheets.");
  return key;
}

export type ClassUploadView = Awaited<ReturnType<typeof loadClassUpload>>;

export async function loadClassUpload(person: Person, key: ClassTestKey) {
  const { label, sheets, closed } = await findClassSheets(person, key);
  const [first] = sheets;
  return {
    label,
    test: first ? describeMarkSheetTest(first) : "",
    downloadUrl: `${classMarksUrl(key)}/spreadsheet`,
    sheets: sheets.map((sheet) => ({ title: sheet.heading.subject, url: markSheetUrl(sheet.key) })),
    closed,
  };
}

/** Sends the mark sheets of all subjects in one spreadsheet. @throws notFound */
export async function downloadClassFile(
  person: Person,
  key: ClassTestKey,
  signal: AbortSignal,
): Promise<Response> {
  const { label, sheets } = await findClassSheets(person, key);
  const [first] = sheets;
  const name = `${label}, all subjects${first ? `, ${describeMarkSheetTest(first)}` : ""}, marks`;
  return sendMarkFile(sheets, { name, owner: person.accountId, signal });
}

const text = (longest: number, form: RegExp) =>
  z.string().max(longest, OUTDATED_FORM_MESSAGE).regex(form, OUTDATED_FORM_MESSAGE).default("");
const lessonId = z.string().regex(/^[1-9]\d{0,8}$/);

/** The page contains the changed rows of each mark sheet, by lesson, between preview and saving. */
const SaveForm = z.object({
  fileName: z.string(OUTDATED_FORM_MESSAGE).max(LONGEST_FILE_NAME, OUTDATED_FORM_MESSAGE),
  saveId: z.string(OUTDATED_FORM_MESSAGE).regex(/^[\w-]{8,50}$/, OUTDATED_FORM_MESSAGE),
  content: z
    .string(OUTDATED_FORM_MESSAGE)
    .max(MOST_CHARACTERS, OUTDATED_FORM_MESSAGE)
    .transform((json, context) => {
      try {
        return z.record(lessonId, MarkFileContent).parse(JSON.parse(json));
      } catch {
        // Only our own page fills in this field, so invalid content is refused as a whole.
        context.issues.push({ code: "custom", message: OUTDATED_FORM_MESSAGE, input: json });
        return z.NEVER;
      }
    }),
  outcomes: z.record(lessonId, text(MAX_MARK_FILE_ROWS * 10, SHOWN_OUTCOMES_PATTERN)).default({}),
  saved: z.record(lessonId, text(MAX_MARK_FILE_ROWS * 10, SAVED_ROWS_PATTERN)).default({}),
  /** The decisions by lesson and student, such as `12-345`. */
  choice: z
    .record(
      z.string().regex(/^[1-9]\d{0,8}-[1-9]\d{0,8}$/),
      z.string().regex(CONFLICT_CHOICE_PATTERN, OUTDATED_FORM_MESSAGE),
    )
    .default({}),
});

export type SaveClassFileInput = z.input<typeof SaveForm>;

/** Handles both forms of the page: a file gets a preview, and only the preview's form saves. */
export function handleClassFileForm(person: Person, key: ClassTestKey, request: Request) {
  if (!request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
    return handleForm(request, SaveForm, (input) => saveClassFile(person, key, input));
  return receiveFile(request, { name: "file", most: MAX_MARK_FILE_MB * MEGABYTE }, ({ fields, file }) => {
    rejectOtherAccount(fields["author"], person);
    return handleFormFields(Object.entries(fields), ConfirmationFormSchema, () =>
      readClassFile(person, key, file),
    );
  });
}

export type ClassFilePreview = ReturnType<typeof toPreview>;

async function readClassFile(
  person: Person,
  key: ClassTestKey,
  received: ReceivedFile | null,
): Promise<FormOutcome<ClassFilePreview>> {
  const { sheets, closed } = await findClassSheets(person, key);
  if (closed !== null) return rejected(closed);
  if (!received) return rejected({ file: MESSAGES.selectFile });
  if (received.tooLong)
    return rejected({ file: `This file is larger than ${MAX_MARK_FILE_MB} MB. Remove its pictures.` });
  const account = String(person.accountId);
  const { path } = received;
  const read = await limitMarkFileReading({ lane: account, name: account }, () => readTabs(path));
  if (read === "crowded") return rejected({ file: STILL_READING_MESSAGE });
  if ("fault" in read) return rejected({ file: read.fault });
  const { files, unread } = await assignTabs(read.tabs, sheets);
  if (files.size === 0)
    return rejected({ file: unread.map(({ tab, reason }) => `${tab}: ${reason}`).join(" ") });
  const content = JSON.stringify(Object.fromEntries(files));
  if (encodeURIComponent(content).length > MOST_CHARACTERS) return rejected({ file: TOO_MUCH });
  const fileName = cleanFileName(received.name);
  const saveId = randomId();
  const previews = await Promise.all(
    [...files].map(async ([lesson, file]) => {
      const sheet = getSheet(sheets, lesson);
      const uploaded = { file, fileName, saveId, choices: new Map(), saved: new Set<string>() };
      const { view } = await previewMarkFile(person, sheet.key, uploaded);
      return { lesson, sheet, view };
    }),
  );
  return formSucceededWithResult(toPreview({ fileName, saveId, content, previews, unread, problem: null }));
}

type Tab = { name: string; reading: SpreadsheetReading };

/** Reads every worksheet of the file that is not hidden. */
async function readTabs(path: string): Promise<{ tabs: Tab[] } | { fault: string }> {
  const until = performance.now() + READING_ALL_MS;
  const first = await readSpreadsheet(path, { rows: MAX_MARK_FILE_ROWS }, MAX_MARK_FILE_READING_MS);
  if (!first.ok) return { fault: first.fault };
  const options = first.about.sheet?.options.filter(({ value, label }) => value === label) ?? [];
  if (options.length > MOST_SHEETS)
    return { fault: `The file has more than ${MOST_SHEETS} worksheets. Delete worksheets without marks.` };
  if (options.length === 0) return { tabs: [{ name: "File", reading: first }] };
  const tabs: Tab[] = [];
  for (const { value: name } of options) {
    const isFirst = name === first.about.sheet?.value;
    const limits = { rows: MAX_MARK_FILE_ROWS, choices: { sheet: name } };
    const timeLimit = Math.min(MAX_MARK_FILE_READING_MS, until - performance.now());
    if (timeLimit <= 0) return { fault: SPREADSHEET_FAULTS.tooSlow };
    const reading = isFirst ? first : await readSpreadsheet(path, limits, timeLimit);
    if (!reading.ok && reading.fault === SPREADSHEET_FAULTS.tooSlow) return { fault: reading.fault };
    tabs.push({ name, reading });
  }
  return { tabs };
}

const OTHER_SHEET = "it belongs to another class or test, or you do not enter these marks.";

/** Finds the mark sheet of each worksheet, and the reason for each worksheet that is not read. */
async function assignTabs(tabs: readonly Tab[], sheets: readonly FoundMarkSheet[]) {
  const files = new Map<string, MarkFile>();
  const unread: { tab: string; reason: string }[] = [];
  for (const { name: tab, reading } of tabs) {
    const found = reading.ok
      ? await assignTab([reading.head, ...reading.rows], sheets)
      : { fault: reading.fault };
    if ("fault" in found) unread.push({ tab, reason: found.fault });
    else if (files.has(found.lesson)) unread.push({ tab, reason: "another worksheet has the same marks." });
    else files.set(found.lesson, found.file);
  }
  return { files, unread };
}

async function assignTab(
  lines: Parameters<typeof readMarkFile>[0],
  sheets: readonly FoundMarkSheet[],
): Promise<{ lesson: string; file: MarkFile } | { fault: string }> {
  const named = readMarkFile(lines, []);
  if ("fault" in named) return named;
  const id = findMarkSheetIdOfFile(named.file);
  let sheet = sheets.find(({ key }) => formatMarkSheetKey(key) === id);
  for (const other of sheets) {
    if (!sheet && (await findSharedMarkSheet(named.file, other)).length > 0) sheet = other;
  }
  if (!sheet) return { fault: OTHER_SHEET };
  const parsed = readMarkFile(lines, listColumnsToFillIn(sheet.rules));
  if ("fault" in parsed) return parsed;
  const stored = await MARK_SHEET_SAVE_DEFINITION.read(sheet, null, noTransaction);
  if (isFileOfAnotherSchool(parsed.file, mapStudentsByRow(sheet, stored)))
    return { fault: WRONG_SCHOOL_MESSAGE };
  return { lesson: String(sheet.key.lessonId), file: filterChangedRows(shortenMarkFileTexts(parsed.file)) };
}

function getSheet(sheets: readonly FoundMarkSheet[], lesson: string): FoundMarkSheet {
  const sheet = sheets.find(({ key }) => String(key.lessonId) === lesson);
  if (!sheet) throw itemNotFound("mark sheet");
  return sheet;
}

type Previewed = Awaited<ReturnType<typeof previewMarkFile>>["view"];
type Preview = {
  fileName: string;
  saveId: string;
  content: string;
  previews: { lesson: string; sheet: FoundMarkSheet; view: Previewed }[];
  unread: { tab: string; reason: string }[];
  problem: string | null;
};

/** Builds the view of the page, without the rows that are as they were downloaded. */
function toPreview({ previews, ...preview }: Preview) {
  return {
    ...preview,
    sheets: previews.map(({ lesson, sheet, view: { rows, figures, outcomes, saved } }) => ({
      lesson,
      title: sheet.heading.subject,
      url: markSheetUrl(sheet.key),
      rows,
      figures,
      outcomes,
      saved,
    })),
  };
}

/**
 * Saves each mark sheet as its own page does. Rows that could not be saved as shown are shown again. The message
 * names each sheet that was closed or given to another teacher in the meantime.
 */
async function saveClassFile(
  person: Person,
  key: ClassTestKey,
  { content, choice, saveId, fileName, outcomes, saved }: z.output<typeof SaveForm>,
): Promise<FormOutcome<ClassFilePreview>> {
  const { sheets, closed } = await findClassSheets(person, key);
  if (closed !== null) return rejected(closed);
  const done: SavedSheet[] = [];
  const lost: string[] = [];
  for (const [lesson, file] of Object.entries(content)) {
    const sheet = sheets.find((item) => String(item.key.lessonId) === lesson);
    const input = {
      content: file,
      choice: choicesOfLesson(choice, lesson),
      saveId: `${saveId}-${lesson}`,
      fileName,
      outcomes: outcomes[lesson] ?? "",
      saved: saved[lesson] ?? "",
    };
    const result = sheet && (await saveMarkFile(person, sheet.key, input).catch(nullWhenNotFound));
    if (result) done.push({ lesson, sheet, ...result });
    else lost.push(await describeLostSheet(person, key, lesson));
  }
  if (done.length === 0 && lost.length > 0) return rejected(lost.join(" "));
  const problems = done.flatMap(({ sheet, view }) =>
    view.problem === null ? [] : `${sheet.heading.subject}: ${view.problem}`,
  );
  const count = done.reduce((sum, item) => sum + item.saved, 0);
  if (problems.length + lost.length > 0)
    return formSucceededWithResult(
      toPreview({
        fileName,
        saveId,
        content: JSON.stringify(Object.fromEntries(done.map(({ lesson }) => [lesson, content[lesson]]))),
        previews: done,
        unread: [],
        problem: [`${formatCountOf(count, "mark")} saved so far.`, ...problems, ...lost].join(" "),
      }),
    );
  const left = {
    unanswered: done.flatMap((item) => item.left.unanswered),
    refused: done.flatMap((item) => item.left.refused),
  };
  const isAllSaved = left.unanswered.length + left.refused.length === 0;
  const words = describeSavedMarkRows(count, left);
  return formSucceeded(classMarksUrl(key), words, isAllSaved ? {} : { seconds: NAMES_NOTICE_SECONDS });
}

type SavedSheet = Awaited<ReturnType<typeof saveMarkFile>> & { lesson: string; sheet: FoundMarkSheet };

/** Returns the decisions about the rows of a lesson, by student. */
function choicesOfLesson(choice: Readonly<Record<string, string>>, lesson: string): Record<string, string> {
  const own = Object.entries(choice).flatMap(([name, decided]) => {
    const [ofLesson, row = ""] = name.split("-");
    return ofLesson === lesson ? [[row, decided] as const] : [];
  });
  return Object.fromEntries(own);
}

/**
 * Returns why the marks of a lesson could not be saved. The message does not name a subject that the person may not
 * see.
 */
async function describeLostSheet(person: Person, key: ClassTestKey, lesson: string): Promise<string> {
  const { academicTermId, testId } = key;
  const ofLesson = { lessonId: Number(lesson), academicTermId, testId, fortnightlyTestId: null };
  const found = await getMarkSheet(person, ofLesson, noTransaction).catch(nullWhenNotFound);
  const reason = found && MARK_SHEET_SAVE_DEFINITION.closed(found)?.words;
  if (found?.heading.class_id !== key.classId || !reason)
    return "One subject was not saved, because you no longer enter its marks.";
  return `${found.heading.subject} was not saved: ${reason}.`;
}
