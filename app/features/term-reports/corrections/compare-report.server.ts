import type { CorrectedValue } from "#db/queries/entry/corrected-values.ts";
import type { CorrectionRow } from "#db/queries/entry/entry-corrections.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { ATTENDANCE_SHORT, PRESENT } from "#domain/attendance.ts";
import { formatDate, formatMoment } from "#domain/dates.ts";
import { actorName } from "#domain/names.ts";
import {
  calculateSubjectResult,
  reportAverage,
  type MarkingScheme,
  type SubjectResult,
  type TestMark,
} from "#domain/subject-results.ts";
import { testTitle } from "#domain/terms.ts";
import { listChangedFields } from "#fields/correction.ts";
import { EVERY_MARK_FIELD } from "#fields/mark.ts";
import {
  blankValues,
  formatFieldValue,
  findFieldTitle,
  fromColumns,
  type RecordFields,
} from "#fields/record.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import { fieldText } from "#fields/kind.ts";
import type { Values } from "#fields/value.ts";
import type { CorrectedSubject, CorrectionEntry, ReportCorrections, ReportTest } from "../report/report.ts";

/** Lists what one change corrected, such as `Mathematics, End of Term` from `46` to `64`. */
function listChanges(value: CorrectedValue): CorrectionEntry["changes"] {
  if (value.table_name === "criterion_grades") {
    const title = `${value.title ?? ""}, ${value.detail ?? ""}`;
    return [
      { title, from: gradeText(value.old_values?.["grade"]), to: gradeText(value.new_values?.["grade"]) },
    ];
  }
  if (value.table_name === "term_records") return changesOf(TERM_RECORD, value, (title) => title);
  const test =
    value.test_id === null ? "" : testTitle(value.test_id, value.assessment_type, value.fortnightly_title);
  const where = `${value.title ?? ""}, ${test}`;
  return changesOf(EVERY_MARK_FIELD, value, (title, name) =>
    name === "mark" ? where : `${where}, ${title}`,
  );
}

function changesOf(
  fields: RecordFields,
  value: CorrectedValue,
  titleOf: (title: string, name: string) => string,
): CorrectionEntry["changes"] {
  return listChangedFields(fields, value).map(({ name, from, to }) => ({
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
export function compareSubjects(
  values: readonly CorrectedValue[],
  { subjects, scheme }: Shown,
): Pick<ReportCorrections, "subjects" | "averageBefore"> {
  const results = subjects.map((now) => ({ now, was: resultBefore(values, now, scheme) }));
  const corrected = results.flatMap(({ now, was }) => {
    const last = values.findLast(({ subject_id }) => subject_id === now.subject_id);
    const compared = last && compareSubject(values, { now, was, last });
    return compared ? [[now.subject_id, compared] as const] : [];
  });
  const [average, before] = [reportAverage(subjects), reportAverage(results.map(({ was }) => was))];
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
  const by = `${actorName(last) || last.actor}, ${formatMoment(last.at, last.time_zone)}`;
  return { tests: Object.fromEntries(tests), percentage, grade, criteria: Object.fromEntries(criteria), by };
}

function testText(mark: TestMark | null): string {
  if (mark !== null && mark.attendance !== PRESENT) return ATTENDANCE_SHORT[mark.attendance];
  return fieldText(mark?.mark ?? null) || "–";
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
  const blank = blankValues(EVERY_MARK_FIELD);
  const earlier = own.toReversed().map(({ old_values, new_values }): Values => {
    const changed = Object.keys(fromColumns(EVERY_MARK_FIELD, new_values ?? {}));
    const before = { ...blank, ...fromColumns(EVERY_MARK_FIELD, old_values ?? {}) };
    return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
  });
  return Object.assign({ ...mark }, ...earlier) as TestMark;
}

type Opening = Pick<
  CorrectionRow,
  "opened_at" | "opened_by" | "until" | "reason" | "closed_at" | "closed_by"
>;

/** Lists the history of a corrected report, latest first: openings, corrections and the signature. */
export function listHistory(
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
): CorrectionEntry[] {
  const entry = (at: string, by: string, words: string | null, changes: CorrectionEntry["changes"] = []) => ({
    at: new Date(at).toISOString(),
    on: formatMoment(at, timeZone),
    by,
    words,
    changes,
  });
  const entries = [
    ...values.map((value) => entry(value.at, actorName(value) || value.actor, null, listChanges(value))),
    ...openings.flatMap(({ opened_at, opened_by, until, reason, closed_at, closed_by }) => [
      entry(opened_at, actorName(opened_by), `Opened for correction until ${formatDate(until)}: “${reason}”`),
      ...(closed_at && closed_by ? [entry(closed_at, actorName(closed_by), "Closed again")] : []),
    ]),
    ...(signature ? [entry(signature.at, signature.by, "Signed")] : []),
  ];
  return entries.toSorted((one, other) => other.at.localeCompare(one.at));
}
