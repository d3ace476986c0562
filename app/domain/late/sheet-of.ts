import { formatDate } from "../dates.ts";
import { formatRegisterName, formatShortName } from "../names.ts";
import { markSheetUrl, formatTestParam } from "../paths.ts";
import { testTitle, type AssessmentType, type TestId } from "../terms.ts";
import type { LateMarkSheet, MarkSheetTeacher } from "./sheets.ts";

type Named = { employee_id: number; first_name: string; last_name: string };

/** The row that the query returns for a mark sheet of a term. */
type ReadSheet = Named & {
  lesson_id: number;
  class_id: number;
  class_label: string;
  subject: string;
  by_choice: boolean;
  substitute: Named | null;
  test_id: TestId;
  fortnightly_test_id: number | null;
  title: string | null;
  due_on: string;
  is_due: boolean;
  entered: number;
  expected: number;
};

type OfTerm = { academic_term_id: number; assessment_type: AssessmentType };

export function toLateMarkSheet(
  row: ReadSheet,
  { academic_term_id, assessment_type }: OfTerm,
  { opensSheets }: { opensSheets: boolean },
): LateMarkSheet {
  const { lesson_id: lessonId, test_id: testId, fortnightly_test_id: fortnightlyTestId } = row;
  const key = { lessonId, academicTermId: academic_term_id, testId, fortnightlyTestId };
  return {
    lessonId,
    classId: row.class_id,
    classLabel: row.class_label,
    subject: row.subject,
    teacher: toMarkSheetTeacher(row.substitute ?? row),
    substituteFor: row.substitute ? formatShortName(row) : null,
    byChoice: row.by_choice,
    test: formatTestParam(key),
    title: testTitle(testId, assessment_type, row.title),
    url: opensSheets ? markSheetUrl(key) : null,
    dueOn: formatDate(row.due_on),
    isDue: row.is_due,
    entered: row.entered,
    expected: row.expected,
  };
}

export function toMarkSheetTeacher(row: {
  employee_id: number;
  first_name: string;
  last_name: string;
}): MarkSheetTeacher {
  return { id: row.employee_id, name: formatShortName(row), registerName: formatRegisterName(row) };
}
