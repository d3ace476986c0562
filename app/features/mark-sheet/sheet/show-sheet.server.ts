import { noTransaction } from "#db/index.ts";
import { lessonAfter } from "#db/queries/lessons.ts";
import { sheetRows, type SheetKey, type SheetRow as StoredSheetRow } from "#db/queries/marks/mark-sheet.ts";
import { registerName, shortName } from "#domain/names.ts";
import { holds } from "#access/permissions.ts";
import { lessonUrl, sheetUrl, studentPictureUrl, testInUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isSheetTest } from "#domain/sheets.ts";
import { FORTNIGHTLY, periodLabel, testTitle, yearLabel } from "#domain/terms.ts";
import { findSheet, type FoundSheet } from "./find-sheet.server.ts";
import { receiptOf, valuesOfMark } from "../save/mark-values.rules.ts";
import type { Sheet, SheetRow } from "./sheet.ts";

/** Everything the screen shows of one mark sheet (T2). @throws notFound when it is not theirs to see */
export async function showSheet(person: Person, key: SheetKey): Promise<Sheet> {
  const found = await findSheet(person, key, noTransaction);
  const [stored, nextSubjectUrl] = await Promise.all([sheetRows(found, noTransaction), nextSubject(found)]);
  const url = sheetUrl(key);
  const rows = stored.map((row, place) => sheetRow(row, { found, url, position: place + 1 }));
  return {
    ...headOf(found),
    url,
    rows,
    nextSubjectUrl,
    key: `${key.lessonId}/${key.academicTermId}/${testInUrl(key)}`,
    saveUrl: `${url}/save`,
    printUrl: holds(person, "reports.print") ? `${url}/print` : null,
    accountId: person.accountId,
    timeZone: found.heading.time_zone,
    totalStudents: rows.length,
    receipt: receiptOf(
      rows.map(({ values }) => values),
      found.rules,
    ),
  };
}

function headOf({ heading, key, rules, lock }: FoundSheet) {
  return {
    rules,
    backUrl: lessonUrl(key),
    heading: { subject: heading.subject, classLabel: heading.class_label },
    testTitle: testTitle(key.testId, heading.assessment_type, heading.fortnightly_title),
    teacher: shortName(heading),
    yearLabel: yearLabel(heading.academic_year_id),
    term: heading.term,
    canEdit: lock === "open",
    readOnlyReason: readOnlyReason({ heading, lock }),
  };
}

function readOnlyReason({ heading, lock }: Pick<FoundSheet, "heading" | "lock">): string | null {
  if (lock === "open") return null;
  if (lock === "past-term") {
    return `${periodLabel(heading.academic_year_id, heading.term)} is over: its marks can be read and printed, not changed.`;
  }
  const teacher = shortName(heading);
  return `Marks of this sheet are entered by ${teacher}. You can read and print them.`;
}

type RowContext = { found: FoundSheet; url: string; position: number };

function sheetRow(row: StoredSheetRow, { found, url, position }: RowContext): SheetRow {
  return {
    position,
    row: String(row.student_key),
    version: row.version,
    values: valuesOfMark(row, found.rules),
    name: registerName(row),
    number: row.student_id,
    picture: studentPictureUrl(row.picture, "small"),
    maxMark: row.max_mark ?? found.heading.max_mark,
    historyUrl: `${url}/history/${row.student_key}`,
  };
}

/** The same test of the teacher's next lesson; where that class has no such test, the choice of its tests. */
async function nextSubject({ heading, key }: FoundSheet): Promise<string | null> {
  const next = await lessonAfter(
    {
      lessonId: heading.lesson_id,
      employeeId: heading.employee_id,
      academicYearId: heading.academic_year_id,
    },
    noTransaction,
  );
  if (!next) return null;
  const sheet = { ...key, lessonId: next.lesson_id };
  const hasSameTest = key.testId !== FORTNIGHTLY && isSheetTest(next, key.testId);
  return hasSameTest ? sheetUrl(sheet) : lessonUrl(sheet);
}
