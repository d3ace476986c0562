import { noTransaction } from "#db/index.ts";
import {
  findMarkSheetHeading,
  type MarkSheetKey,
  type MarkSheetStudentRow,
} from "#db/queries/marks/mark-sheet.ts";
import { formatDateAndTime } from "#domain/dates.ts";
import { formatRegisterName } from "#domain/names.ts";
import { formatTestParam, parseMarkSheetKey, markSheetUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { periodLabel, testTitle } from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import { errorKind } from "#runtime/errors.ts";
import {
  findValueChanges,
  hasChanges,
  mergeOwnOverTheirs,
  omitFields,
  withGroupedFields,
  type RowSave,
} from "#saving/protocol/protocol.ts";
import { previewRows, type PreviewedRow } from "#saving/server/judge-rows.server.ts";
import { toMarkSheetValues } from "../save/marks.rules.ts";
import { MARK_SHEET_SAVE_DEFINITION } from "../save/saved-sheet.server.ts";
import { getMarkSheet, type FoundMarkSheet } from "../sheet/find-sheet.server.ts";
import {
  formatMarkFileCells,
  readMarkFileRows,
  findMarkSheetIdOfFile,
  type MarkFileRow,
  type MarkFile,
  type MarkFileRowReading,
} from "./mark-file.rules.ts";
import {
  describeConflictingRow,
  describeFileChange,
  countMarkFilePreviewRows,
  isMarkedAbsent,
  describeRefusedRow,
  formatMarkRowValues,
  describeUnchangedRow,
  type MarkFileConflictChoice,
  type MarkFilePreviewRow,
} from "./preview.rules.ts";

/** The content of an uploaded file, with the decisions made on the page. */
export type UploadedMarkFile = {
  file: MarkFile;
  fileName: string;
  saveId: string;
  /** The decisions about conflicts by row. Each has the version to which it applies. */
  choices: ReadonlyMap<string, { choice: MarkFileConflictChoice; version: number }>;
  /** The rows that were already saved from this preview. The preview is shown again if some rows could not be saved. */
  saved: ReadonlySet<string>;
};

export type MarkFilePreview = Awaited<ReturnType<typeof previewMarkFile>>["view"];

type Judging = {
  found: FoundMarkSheet;
  stored: ReadonlyMap<string, MarkSheetStudentRow>;
  results: ReadonlyMap<string, PreviewedRow>;
  uploaded: UploadedMarkFile;
};

/** Decides for each row of the file what saving would do now, and returns the rows to save. */
export async function previewMarkFile(person: Person, key: MarkSheetKey, uploaded: UploadedMarkFile) {
  const { file, fileName, saveId, saved } = uploaded;
  const found = await getMarkSheet(person, key, noTransaction);
  const stored = await MARK_SHEET_SAVE_DEFINITION.read(found, null, noTransaction);
  const sheets = new Set([formatMarkSheetKey(key), ...(await findSharedMarkSheet(file, found))]);
  const readings = readMarkFileRows(file, {
    sheets,
    students: mapStudentsByRow(found, stored),
    rules: found.rules,
  });
  const wanted = readings.flatMap((reading) =>
    reading.kind === "changed" ? [{ ...changeOf(reading), isWhole: true }] : [],
  );
  const judged = await previewRows(
    { screen: MARK_SHEET_SAVE_DEFINITION, target: found, person },
    { saveId, rows: wanted, locked: stored },
    noTransaction,
  );
  const results = new Map(judged.map((result) => [result.row, result]));
  const judging = { found, stored, results, uploaded };
  const rows = file.rows.flatMap((row, index) => {
    const reading = readings[index];
    return reading ? [previewRow(row, reading, judging)] : [];
  });
  const inFile = new Set(readings.map(({ row }) => row));
  return {
    saves: wanted.flatMap((change) => saveOf(change, judging) ?? []),
    view: {
      fileName,
      saveId,
      file: JSON.stringify(file),
      downloaded: formatDateAndTime(file.downloaded, found.heading.time_zone),
      rows,
      figures: countMarkFilePreviewRows(rows),
      outcomes: rows.map(({ outcome }) => outcome).join(","),
      /** The rows that were saved, in the form in which the page sends them again, and their number. */
      saved: [...saved].join(","),
      savedCount: saved.size,
      /** The number of students on the sheet who are missing from the file. */
      missing: [...stored.keys()].filter((row) => !inFile.has(row)).length,
      /** The reason why some rows were not saved as shown; null before the first attempt. */
      problem: null as string | null,
    },
  };
}

export function formatMarkSheetKey(key: MarkSheetKey): string {
  return `${key.lessonId}/${key.academicTermId}/${formatTestParam(key)}`;
}

/** Returns the title and the upload page of the sheet that the file is from, if the person may open it. */
export async function findMarkSheetOfFile(person: Person, file: MarkFile) {
  const [lessonId, termId, test] = findMarkSheetIdOfFile(file)?.split("/") ?? [];
  const key = parseMarkSheetKey({ lessonId, termId, test });
  const heading = key && (await getMarkSheet(person, key, noTransaction).catch(nullWhenNotFound))?.heading;
  if (!key || !heading) return null;
  const testName = testTitle(key.testId, heading.assessment_type, heading.fortnightly_title);
  const title = `${heading.subject}, ${heading.class_label}`;
  const about = `${testName}, ${periodLabel(heading.academic_year_id, heading.term)}`;
  return { title, about, url: `${markSheetUrl(key)}/upload` };
}

function nullWhenNotFound(error: unknown): null {
  if (errorKind(error) === "notFound") return null;
  throw error;
}

/** Returns the file's sheet, in a list, if it is another teacher's sheet with the same marks. */
export async function findSharedMarkSheet(
  file: MarkFile,
  { heading, key }: FoundMarkSheet,
): Promise<string[]> {
  const name = findMarkSheetIdOfFile(file);
  const [lessonId, termId, test] = name?.split("/") ?? [];
  const other = parseMarkSheetKey({ lessonId, termId, test });
  if (!name || !other) return [];
  const theirs = await findMarkSheetHeading(other, noTransaction);
  const isSame =
    theirs?.class_id === heading.class_id &&
    theirs.subject_id === heading.subject_id &&
    theirs.academic_term_id === heading.academic_term_id &&
    formatTestParam(other) === formatTestParam(key);
  return isSame ? [name] : [];
}

export function mapStudentsByRow(
  { heading }: FoundMarkSheet,
  stored: ReadonlyMap<string, MarkSheetStudentRow>,
) {
  return new Map(
    [...stored].map(([row, { student_id: id, max_mark, ...student }]) => [
      row,
      { id, name: formatRegisterName(student), maxMark: max_mark ?? heading.max_mark },
    ]),
  );
}

function changeOf({ row, base, changes }: Extract<MarkFileRowReading, { kind: "changed" }>): RowSave {
  return { row, base, changes };
}

/** Returns the changes to save for a row. Returns null if nothing changes or if a conflict is undecided. */
function saveOf({ row, base, changes }: RowSave, { found, results, uploaded }: Judging): RowSave | null {
  const result = results.get(row);
  if (result?.outcome === "saved")
    return hasChanges(findValueChanges(result.stored.values, result.values)) ? { row, base, changes } : null;
  if (result?.outcome !== "conflict") return null;
  const { stored, fields } = result;
  const choice = choiceOf(row, stored.version, uploaded);
  if (choice === null) return null;
  const names = fields.map(({ field }) => field);
  const kept =
    choice === "mine"
      ? mergeOwnOverTheirs(stored.values, changes, fields)
      : omitFields(
          changes,
          withGroupedFields(names, changes, MARK_SHEET_SAVE_DEFINITION.atomicGroups(found)),
        );
  return hasChanges(kept) ? { row, base: stored.version, changes: kept } : null;
}

/** Returns the decision about a conflict. A decision applies only to one version of the row. */
function choiceOf(
  row: string,
  version: number,
  { choices }: UploadedMarkFile,
): MarkFileConflictChoice | null {
  const decided = choices.get(row);
  return decided?.version === version ? decided.choice : null;
}

function previewRow(file: MarkFileRow, reading: MarkFileRowReading, judging: Judging): MarkFilePreviewRow {
  const { found, stored } = judging;
  const student = reading.row === null ? undefined : stored.get(reading.row);
  const values = student ? toMarkSheetValues(student, found.rules) : null;
  const row = {
    line: file.line,
    row: reading.row,
    name: student ? formatRegisterName(student) : file.name || file.id || `Row ${file.line}`,
    now: values ? formatMarkRowValues(values, found.rules) : "–",
    inFile: formatMarkFileCells(file),
    isAbsent: false,
    isBlank: false,
    isSaved: false,
    choice: null,
  };
  if (reading.kind === "refused") return { ...row, outcome: "refused", words: reading.reason };
  if (reading.kind === "changed") return { ...row, ...judgedRow(reading, judging) };
  const { isBlank, hasCleared } = reading;
  const words = describeUnchangedRow(row, { isBlank, hasCleared });
  return { ...row, outcome: "unchanged", words, isBlank: isBlank && row.now === "–" };
}

function judgedRow(
  { row, changes }: Extract<MarkFileRowReading, { kind: "changed" }>,
  { found: { rules, heading }, results, uploaded }: Judging,
): Pick<MarkFilePreviewRow, "outcome" | "words" | "choice" | "isAbsent" | "isSaved"> {
  const result = results.get(row);
  const plain = { choice: null, isAbsent: false, isSaved: false };
  if (!result) return { ...plain, outcome: "unchanged", words: "Unchanged" };
  if (result.outcome === "refused")
    return { ...plain, outcome: "refused", words: describeRefusedRow(result) };
  if (result.outcome === "conflict") {
    const { words, ...sides } = describeConflictingRow(result, changes, {
      rules,
      timeZone: heading.time_zone,
      now: now(),
    });
    const { version } = result.stored;
    const chosen = choiceOf(row, version, uploaded);
    return { ...plain, outcome: "choose", words, choice: { version, ...sides, chosen } };
  }
  const isChange = hasChanges(findValueChanges(result.stored.values, result.values));
  const isSaved = uploaded.saved.has(row);
  if (!isChange) return { ...plain, outcome: "unchanged", words: isSaved ? "Saved" : "Unchanged", isSaved };
  const words = describeFileChange(result.stored.values, result.values, rules);
  return { ...plain, outcome: "changed", words, isAbsent: isMarkedAbsent(result.values) };
}
