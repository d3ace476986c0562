import { noTransaction } from "#db/index.ts";
import { findNextMarkSheet } from "#db/queries/lessons.ts";
import { listPhrasesForReport } from "#db/queries/reports/comment-phrases.ts";
import {
  listMarksOfOtherTest,
  listMarkSheetRows,
  type MarkSheetHeading,
  type MarkSheetKey,
  type MarkSheetStudentRow as StoredSheetRow,
} from "#db/queries/marks/mark-sheet.ts";
import { formatRegisterName, formatShortName } from "#domain/names.ts";
import { hasPermission } from "#access/permissions.ts";
import { listVisibleClassPictures } from "#access/visible.server.ts";
import { describeCorrection, listCorrectableStudentKeys } from "#domain/entry/corrections.ts";
import { formatEntryEnd } from "#domain/entry/windows.ts";
import { describeReadOnly } from "#domain/lock.ts";
import { chooseTestUrl, markSheetUrl, formatTestParam } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { createPictureAddresses, type FindPictureAddress } from "#files/class-pictures.server.ts";
import { LONGEST_REMARK } from "#domain/sheets.ts";
import { isWeighted } from "#domain/grading.ts";
import { getCourseWeight } from "#domain/subject-results.ts";
import {
  END_OF_TERM_TEST_ID,
  FORTNIGHTLY_TEST_ID,
  OTHER_ASSESSMENT_TEST_ID,
  testTitle,
  yearLabel,
} from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { getMarkSheet, type FoundMarkSheet } from "./find-sheet.server.ts";
import { countSaveReceipt } from "#saving/protocol/protocol.ts";
import { markSheetSavingRules } from "../row/sheet-values.rules.ts";
import { toMarkSheetValues } from "../save/marks.rules.ts";
import type { MarkSheetView, MarkSheetRow } from "./sheet.ts";

export async function loadMarkSheet(person: Person, key: MarkSheetKey): Promise<MarkSheetView> {
  const found = await getMarkSheet(person, key, noTransaction);
  const classKey = { classId: found.heading.class_id, academicTermId: key.academicTermId };
  const hasRemarks = found.rules.remarks === true && found.lock === "open";
  const result = weightedResult(found);
  const [stored, nextSubjectUrl, pictures, phrases, others] = await Promise.all([
    listMarkSheetRows(found, noTransaction),
    nextSubject(person, found),
    listVisibleClassPictures(person, classKey, noTransaction),
    hasRemarks ? listPhrasesForReport(person, noTransaction) : null,
    result
      ? listMarksOfOtherTest(
          {
            ...classKey,
            subjectId: found.heading.subject_id,
            testId: result.isExam ? OTHER_ASSESSMENT_TEST_ID : END_OF_TERM_TEST_ID,
          },
          noTransaction,
        )
      : [],
  ]);
  const url = markSheetUrl(key);
  const pictureOf = createPictureAddresses(classKey, pictures);
  const partOf = new Map(others.map((part) => [part.student_key, part]));
  const all = stored.map((row, index) => {
    const other = partOf.get(row.student_key);
    return {
      ...sheetRow(row, { found, url, pictureOf, position: index + 1 }),
      ...(other && { other: { mark: other.mark, maxMark: other.max_mark, attendance: other.attendance } }),
    };
  });
  const correctable = found.lock === "open" ? listCorrectableStudentKeys(found.heading.corrections) : null;
  const lock = isOfOtherStudents(correctable, stored) ? "past-term" : found.lock;
  const only = lock === "open" ? correctable : null;
  const isOpen = ({ row }: MarkSheetRow) => only === null || only.includes(Number(row));
  return {
    ...headOf({ ...found, lock }, stored),
    ...(phrases && { phrases: shortPhrases(phrases.map(({ phrase }) => phrase)) }),
    ...(result && { result }),
    url,
    rows: all.filter(isOpen),
    otherRows: all.filter((row) => !isOpen(row)),
    nextSubjectUrl,
    key: `${key.lessonId}/${key.academicTermId}/${formatTestParam(key)}`,
    saveUrl: `${url}/save`,
    printUrl: hasPermission(person, "reports.print") ? `${url}/print` : null,
    accountId: person.accountId,
    timeZone: found.heading.time_zone,
    totalStudents: all.length,
    receipt: countSaveReceipt(
      all.map(({ values }) => values),
      markSheetSavingRules(found.rules),
    ),
  };
}

/**
 * Returns how results are made, if the school weights the marks of this sheet together with the marks of another
 * test.
 */
function weightedResult({ heading, key, rules }: FoundMarkSheet): MarkSheetView["result"] {
  const { subject_id, assessment_type, grading, course_work_only, by_criteria } = heading;
  const isExam = key.testId === END_OF_TERM_TEST_ID;
  if (rules.kind !== "marks" || key.testId === FORTNIGHTLY_TEST_ID) return undefined;
  const weight = getCourseWeight({ course_work_only, by_criteria, grading }, { subject_id, kind: "marks" });
  if (!isWeighted(weight)) return undefined;
  const other = isExam ? OTHER_ASSESSMENT_TEST_ID : END_OF_TERM_TEST_ID;
  return { courseWeight: weight, isExam, otherTitle: testTitle(other, assessment_type, null) };
}

/** Chooses the phrases that fit into a remark, each once. A placeholder becomes the student's name when it is saved. */
function shortPhrases(phrases: readonly string[]): string[] {
  return [...new Set(phrases)].filter(({ length }) => length <= LONGEST_REMARK);
}

/** Tells whether the term is open for students of the class who have no marks on this sheet. */
function isOfOtherStudents(only: readonly number[] | null, stored: readonly StoredSheetRow[]): boolean {
  return only !== null && !stored.some(({ student_key }) => only.includes(student_key));
}

/**
 * Returns the notices that say until when the sheet is open for correction and, if only some students can be
 * corrected, who they are.
 */
function correctionNotices({ corrections }: MarkSheetHeading, stored: readonly StoredSheetRow[]) {
  return (corrections ?? []).flatMap((correction) => {
    const { student_key } = correction;
    const student = stored.find((row) => row.student_key === student_key);
    if (student_key !== null && !student) return [];
    const what = student ? `The mark of ${formatRegisterName(student)}` : "This mark sheet";
    return [describeCorrection(what, correction)];
  });
}

function headOf({ heading, key, rules, lock, dates }: FoundMarkSheet, stored: readonly StoredSheetRow[]) {
  return {
    rules,
    backUrl: chooseTestUrl(key),
    heading: { subject: heading.subject, classLabel: heading.class_label },
    testTitle: testTitle(key.testId, heading.assessment_type, heading.fortnightly_title),
    teacher: formatShortName(heading),
    yearLabel: yearLabel(heading.academic_year_id),
    term: heading.term,
    canEdit: lock === "open",
    openUntil: lock === "open" && heading.is_current ? formatEntryEnd(dates) : null,
    regraded: rules.kind === "criteria" ? null : describeRegraded(heading.signed_before_grading),
    corrections: lock === "open" ? correctionNotices(heading, stored) : [],
    readOnlyReason: describeReadOnly({
      lock,
      academicYearId: heading.academic_year_id,
      term: heading.term,
      what: "marks",
      dates,
      notYours: `${formatShortName(heading)} enters the marks on this sheet`,
    }),
  };
}

/**
 * Returns a notice that reports were signed with other grades, because the sheet shows grades by the current scale.
 */
function describeRegraded(reports: number): string | null {
  if (reports === 0) return null;
  return `The grades of this class changed after ${formatCountOf(reports, "report")} ${reports === 1 ? "was" : "were"} signed.`;
}

type RowContext = { found: FoundMarkSheet; url: string; pictureOf: FindPictureAddress; position: number };

function sheetRow(row: StoredSheetRow, { found, url, pictureOf, position }: RowContext): MarkSheetRow {
  return {
    position,
    row: String(row.student_key),
    version: row.version,
    values: toMarkSheetValues(row, found.rules),
    name: formatRegisterName(row),
    number: row.student_id,
    picture: pictureOf(row.student_key),
    maxMark: row.max_mark ?? found.heading.max_mark,
    historyUrl: `${url}/history/${row.student_key}`,
  };
}

/**
 * Returns the URL of the same test in the next lesson of the teacher or substitute, or null after the last lesson.
 */
async function nextSubject({ employeeId }: Person, { heading, key }: FoundMarkSheet): Promise<string | null> {
  const { testId, fortnightlyTestId } = key;
  const next = await findNextMarkSheet(
    {
      lessonId: heading.lesson_id,
      employeeId: (heading.is_taught ? employeeId : null) ?? heading.employee_id,
      academicYearId: heading.academic_year_id,
      academicTermId: key.academicTermId,
      testId,
      fortnightlyTestId,
    },
    noTransaction,
  );
  if (!next) return null;
  return markSheetUrl({ ...key, lessonId: next.lesson_id, fortnightlyTestId: next.fortnightly_test_id });
}
