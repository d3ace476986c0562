import { noTransaction } from "#db/index.ts";
import {
  listMarkSheetRows,
  type MarkSheetKey,
  type MarkSheetStudentRow,
} from "#db/queries/marks/mark-sheet.ts";
import { getSchool } from "#db/queries/school.ts";
import { ATTENDANCE_ABBREVIATIONS, PRESENT_AT_TEST, listAllowedAttendances } from "#domain/attendance.ts";
import { formatRegisterName, formatShortName } from "#domain/names.ts";
import { formatTestParam } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { LONGEST_REMARK } from "#domain/sheets.ts";
import { testTitle, yearLabel } from "#domain/terms.ts";
import { formatFieldText } from "#fields/kind.ts";
import { REMARK, listResultFields } from "#fields/mark.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { fileNameParameters } from "#runtime/file-name.ts";
import {
  documentContentType,
  documentFileName,
  renderDocument,
  type DocumentData,
} from "#templates/index.ts";
import { toMarkSheetValues } from "../save/marks.rules.ts";
import { toMarkSheetColumns } from "../sheet/columns.rules.ts";
import { getMarkSheet, type FoundMarkSheet } from "../sheet/find-sheet.server.ts";
import {
  hiddenColumnTitle,
  toMarkFileCells,
  listColumnsToFillIn,
  formatDownloadMarker,
  formatRowReference,
} from "./mark-file.rules.ts";

const HINT =
  "Fill in the coloured cells, save the file, and upload it where you downloaded it. A blank cell changes nothing.";

/**
 * Builds the mark sheet as a spreadsheet to fill in. The spreadsheet contains the version of each row.
 * @throws notFound
 */
export async function downloadMarkFile(
  person: Person,
  key: MarkSheetKey,
  signal: AbortSignal,
): Promise<Response> {
  const found = await getMarkSheet(person, key, noTransaction);
  const { heading } = found;
  const name = `${heading.subject}, ${heading.class_label}, ${describeMarkSheetTest(found)}, marks`;
  return sendMarkFile([found], { name, owner: person.accountId, signal });
}

type Sending = { name: string; owner: number; signal: AbortSignal };

/** Sends mark sheets of one class in one file, each on a worksheet of its own. */
export async function sendMarkFile(
  sheets: readonly FoundMarkSheet[],
  { name, owner, signal }: Sending,
): Promise<Response> {
  const school = await getSchool(noTransaction);
  const tabs = sheets.length === 1 ? ["Marks"] : namesOfTabs(sheets.map(({ heading }) => heading.subject));
  const [data, ...others] = await Promise.all(
    sheets.map((found, place) => toFillIn(found, { schoolName: school.name, tab: tabs[place] ?? "" })),
  );
  if (!data) throw notFound("You have no mark sheet to fill in here. Choose another class or test.");
  const job = { kind: "mark-sheet-to-fill-in", format: "xlsx", data: { ...data, others } } as const;
  const { bytes } = await renderDocument(job, { owner, signal });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Cache-Control": "no-store",
      "Content-Type": documentContentType("xlsx"),
      "Content-Length": String(bytes.byteLength),
      "Content-Disposition": `attachment; ${fileNameParameters(documentFileName(name, "xlsx"))}`,
    },
  });
}

const LONGEST_TAB = 31;

/** Returns names that Excel accepts for worksheets. Two lessons of a subject get a number each. */
function namesOfTabs(subjects: readonly string[]): string[] {
  const taken = new Set<string>();
  return subjects.map((subject) => {
    const base = subject.replace(/[[\]:*?/\\']/g, " ").trim() || "Marks";
    let tab = base.slice(0, LONGEST_TAB);
    for (let place = 2; taken.has(tab.toLowerCase()); place += 1)
      tab = `${base.slice(0, LONGEST_TAB - 5)} (${place})`;
    taken.add(tab.toLowerCase());
    return tab;
  });
}

/** Describes a sheet's test, such as `End of Term, Term 3, 2025-2026`. */
export function describeMarkSheetTest({ key, heading }: Pick<FoundMarkSheet, "key" | "heading">): string {
  const test = testTitle(key.testId, heading.assessment_type, heading.fortnightly_title);
  return `${test}, Term ${heading.term}, ${yearLabel(heading.academic_year_id)}`;
}

type Tab = { schoolName: string; tab: string };

async function toFillIn(
  found: FoundMarkSheet,
  { schoolName, tab }: Tab,
): Promise<DocumentData["mark-sheet-to-fill-in"]> {
  const { heading } = found;
  const rows = await listMarkSheetRows(found, noTransaction);
  const columns = listColumnsToFillIn(found.rules);
  return {
    tab,
    school: { name: schoolName, motto: null, address: null, logo: null },
    title: `Mark Sheet, ${describeMarkSheetTest(found)}`,
    about: `${heading.subject}, ${heading.class_label}, ${formatShortName(heading)}`,
    hint: HINT,
    hasMark: toMarkSheetColumns(found).hasMark,
    columns: columns.map(({ name, title, kind }) => ({
      title,
      choices: kind.control === "letter" ? kind.choices : null,
      away: listResultFields(found.rules).includes(name) ? awayWords(found) : [],
      longest: name === REMARK ? LONGEST_REMARK : null,
    })),
    hiddenTitles: [formatDownloadMarker(now()), ...columns.map(({ title }) => hiddenColumnTitle(title))],
    students: rows.map((row) => studentOf(row, found)),
  };
}

function awayWords({ rules }: FoundMarkSheet): string[] {
  const attendances = listAllowedAttendances(rules.testId).filter(
    (attendance) => attendance !== PRESENT_AT_TEST,
  );
  return attendances.map((attendance) => ATTENDANCE_ABBREVIATIONS[attendance]);
}

function studentOf(row: MarkSheetStudentRow, { key, heading, rules }: FoundMarkSheet) {
  const values = toMarkFileCells(toMarkSheetValues(row, rules), rules);
  const sheet = `${key.lessonId}/${key.academicTermId}/${formatTestParam(key)}`;
  return {
    id: row.student_id,
    name: formatRegisterName(row),
    maxMark: row.max_mark ?? heading.max_mark,
    values,
    hidden: [
      formatRowReference({ sheet, row: String(row.student_key), version: row.version }),
      ...values.map((value) => formatFieldText(value)),
    ],
  };
}
