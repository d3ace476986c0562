import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { listCorrectedValues, type CorrectedValue } from "#db/queries/entry/corrected-values.ts";
import { listCorrections, type CorrectionRow } from "#db/queries/entry/entry-corrections.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import type { TermRecordRow } from "#db/queries/reports/term-records.ts";
import { describeCorrection } from "#domain/entry/corrections.ts";
import { formatActorName } from "#domain/names.ts";
import { isCorrection, listFieldValueChanges } from "#fields/correction.ts";
import { ATTENDANCE_ABBREVIATIONS, PRESENT_AT_TEST } from "#domain/attendance.ts";
import { formatDate, formatDateAndTime } from "#domain/dates.ts";
import {
  calculateSubjectResult,
  calculateReportAverage,
  type MarkingScheme,
  type SubjectResult,
  type TestMark,
} from "#domain/subject-results.ts";
import { testTitle } from "#domain/terms.ts";
import { ALL_MARK_FIELDS } from "#fields/mark.ts";
import {
  createBlankValues,
  formatFieldValue,
  findFieldTitle,
  columnsToValues,
  type RecordFields,
} from "#fields/record.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import { formatFieldText } from "#fields/kind.ts";
import type { FieldValues } from "#fields/value.ts";
import type { StudentReport } from "../find-report.server.ts";
import type {
  ReportCorrections,
  CorrectedSubject,
  CorrectionHistoryEntry,
  ReportTest,
} from "../report/report.ts";

/** Lists what was corrected in a report after its term. Returns nothing while the term is current. */
export async function listReportCorrections(
  { key, heading }: Pick<StudentReport, "key" | "heading">,
  t: ReadTransaction,
): Promise<CorrectedValue[]> {
  if (heading.is_current) return [];
  return (await listCorrectedValues({ ...key, classIds: [key.classId] }, t)).filter(isCorrection);
}

/**
 * Returns whether a report was corrected and is not signed in its present form. Such a report can be signed even after
 * the correction has ended. This also applies if the report was sent back or its signature was taken back.
 */
export function mustBeSignedAgain(
  record: Pick<TermRecordRow, "signature"> | undefined,
  values: readonly CorrectedValue[],
): boolean {
  return values.length > 0 && record?.signature?.changed !== false;
}

type Loaded = {
  values: readonly CorrectedValue[];
  subjects: readonly ReportedSubject[];
  record: TermRecordRow;
};

/** Loads the corrections for the page of a report. Returns null if there are none. */
export async function loadReportCorrections(
  { key, heading, corrections }: StudentReport,
  { values, subjects, record }: Loaded,
): Promise<ReportCorrections | null> {
  if (corrections.length === 0 && values.length === 0) return null;
  const made = new Set(values.map(({ entry_correction_id }) => entry_correction_id));
  const openings = (await listCorrections(noTransaction)).filter(
    (row) =>
      row.academic_term_id === key.academicTermId &&
      (row.class_id === key.classId ||
        row.student_key === key.studentKey ||
        made.has(row.entry_correction_id)),
  );
  const { signature } = record;
  return {
    open: corrections.map((correction) => describeCorrection("This report", correction)),
    isCorrected: values.length > 0,
    ...compareCorrectedSubjects(values, { subjects, scheme: heading }),
    history: listCorrectionHistory(values, {
      openings,
      signature: signature && { at: signature.at, by: formatActorName(signature) },
      timeZone: heading.time_zone,
    }),
  };
}

/** Lists what one change corrected, such as `Mathematics, End of Term` from `46` to `64`. */
function listChanges(value: CorrectedValue): CorrectionHistoryEntry["changes"] {
  if (value.table_name === "criterion_grades") {
    const title = `${value.title ?? ""}, ${value.detail ?? ""}`;
    return [
      { title, from: gradeText(value.old_values?.["grade"]), to: gradeText(value.new_values?.["grade"]) },
    ];
  }
  if (value.table_name === "term_records") return changesOf(TERM_RECORD_FIELDS, value, (title) => title);
  const test =
    value.test_id === null ? "" : testTitle(value.test_id, value.assessment_type, value.fortnightly_title);
  const where = `${value.title ?? ""}, ${test}`;
  return changesOf(ALL_MARK_FIELDS, value, (title, name) => (name === "mark" ? where : `${where}, ${title}`));
}

function changesOf(
  fields: RecordFields,
  value: CorrectedValue,
  titleOf: (title: string, name: string) => string,
): CorrectionHistoryEntry["changes"] {
  return listFieldValueChanges(fields, value).map(({ name, from, to }) => ({
    title: titleOf(findFieldTitle(fields, name), name),
    from: formatFieldValue(fields, name, from),
    to: formatFieldValue(fields, name, to),
  }));
}

function gradeText(grade: unknown): string {
  return typeof grade === "number" ? String(grade) : "–";
}

type Shown = { subjects: readonly ReportedSubject[]; scheme: MarkingScheme };

/** Compares the subjects of a report with their state before the first correction. */
function compareCorrectedSubjects(
  values: readonly CorrectedValue[],
  { subjects, scheme }: Shown,
): Pick<ReportCorrections, "subjects" | "averageBefore"> {
  const results = subjects.map((now) => ({ now, was: resultBefore(values, now, scheme) }));
  const corrected = results.flatMap(({ now, was }) => {
    const last = values.findLast(({ subject_id }) => subject_id === now.subject_id);
    const compared = last && compareSubject(values, { now, was, last });
    return compared ? [[now.subject_id, compared] as const] : [];
  });
  const [average, before] = [
    calculateReportAverage(subjects),
    calculateReportAverage(results.map(({ was }) => was)),
  ];
  return { subjects: Object.fromEntries(corrected), averageBefore: before === average ? null : before };
}

const TESTS = ["first", "second", "course", "exam"] as const satisfies ReportTest[];

function compareSubject(
  values: readonly CorrectedValue[],
  { now, was, last }: { now: ReportedSubject; was: SubjectResult; last: CorrectedValue },
): CorrectedSubject | null {
  const tests = TESTS.flatMap((test) => {
    const [from, to] = [testText(was[test]), testText(now[test])];
    return from === to ? [] : [[test, from] as const];
  });
  const criteria = now.criteria.flatMap(({ detail, grade }) => {
    const first = values.find((value) => value.subject_id === now.subject_id && value.detail === detail);
    const from = first && gradeText(first.old_values?.["grade"]);
    return from === undefined || from === gradeText(grade) ? [] : [[detail, from] as const];
  });
  const percentage = was.percent === now.percent ? null : was.percent === null ? "–" : `${was.percent}%`;
  const grade = was.grade === now.grade ? null : (was.grade ?? "–");
  if (tests.length + criteria.length === 0 && percentage === null && grade === null) return null;
  const by = `${formatActorName(last) || last.actor}, ${formatDateAndTime(last.at, last.time_zone)}`;
  return { tests: Object.fromEntries(tests), percentage, grade, criteria: Object.fromEntries(criteria), by };
}

function testText(mark: TestMark | null): string {
  if (mark !== null && mark.attendance !== PRESENT_AT_TEST) return ATTENDANCE_ABBREVIATIONS[mark.attendance];
  return formatFieldText(mark?.mark ?? null) || "–";
}

function resultBefore(
  values: readonly CorrectedValue[],
  now: ReportedSubject,
  scheme: MarkingScheme,
): SubjectResult {
  if (now.kind === "criteria" || !values.some(({ subject_id }) => subject_id === now.subject_id)) return now;
  const marks = TESTS.flatMap((test) => {
    const mark = now[test];
    return mark ? [markBefore(values, mark)] : [];
  });
  return calculateSubjectResult(now.subject_id, { scheme, marks, criteria: [] });
}

/** Returns a mark as it was before all its changes, by undoing them one by one, the latest first. */
function markBefore(values: readonly CorrectedValue[], mark: TestMark): TestMark {
  const own = values.filter(
    (value) =>
      value.table_name === "marks" &&
      value.subject_id === mark.subject_id &&
      value.test_id === mark.test_id &&
      value.place === mark.place,
  );
  const blank = createBlankValues(ALL_MARK_FIELDS);
  const earlier = own.toReversed().map(({ old_values, new_values }): FieldValues => {
    const changed = Object.keys(columnsToValues(ALL_MARK_FIELDS, new_values ?? {}));
    const before = { ...blank, ...columnsToValues(ALL_MARK_FIELDS, old_values ?? {}) };
    return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
  });
  return Object.assign({ ...mark }, ...earlier) as TestMark;
}

type Opening = Pick<
  CorrectionRow,
  "opened_at" | "opened_by" | "until" | "reason" | "closed_at" | "closed_by"
>;

/** Lists the history of a corrected report, latest first: openings, corrections and the signature. */
function listCorrectionHistory(
  values: readonly CorrectedValue[],
  {
    openings,
    signature,
    timeZone,
  }: {
    openings: readonly Opening[];
    signature: { at: string; by: string } | null;
    timeZone: string;
  },
): CorrectionHistoryEntry[] {
  const entry = (
    at: string,
    by: string,
    words: string | null,
    changes: CorrectionHistoryEntry["changes"] = [],
  ) => ({
    at: new Date(at).toISOString(),
    on: formatDateAndTime(at, timeZone),
    by,
    words,
    changes,
  });
  const entries = [
    ...values.map((value) =>
      entry(value.at, formatActorName(value) || value.actor, null, listChanges(value)),
    ),
    ...openings.flatMap(({ opened_at, opened_by, until, reason, closed_at, closed_by }) => [
      entry(
        opened_at,
        formatActorName(opened_by),
        `Opened for correction until ${formatDate(until)}: “${reason}”`,
      ),
      ...(closed_at && closed_by ? [entry(closed_at, formatActorName(closed_by), "Closed again")] : []),
    ]),
    ...(signature ? [entry(signature.at, signature.by, "Signed")] : []),
  ];
  return entries.toSorted((one, other) => other.at.localeCompare(one.at));
}
