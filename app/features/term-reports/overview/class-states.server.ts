import type { Reading } from "#db/index.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { termRecords } from "#db/queries/reports/term-records.ts";
import type { TermRecordRow } from "#db/queries/reports/term-records.ts";
import { registerName } from "#domain/names.ts";
import { reportUrl, studentPictureUrl } from "#domain/paths.ts";
import { missingParts, reportState } from "#domain/report-state.ts";
import type { Missing, ReportState } from "#domain/report-state.ts";
import type { FoundClass } from "../find-report.server.ts";
import { readSubjects } from "../report/marks/read-subjects.server.ts";
import { valuesOfRecord } from "../save/record-values.rules.ts";

/** Where one report of a class stands. */
export type ClassState = {
  record: TermRecordRow;
  subjects: ReportedSubject[];
  missing: Missing[];
  state: ReportState;
};

export async function statesOf(found: FoundClass, t: Reading): Promise<ClassState[]> {
  // The fingerprints first: what comes in between is shown and not signed, never signed and not shown.
  const records = await termRecords({ ...found.key, studentKey: null }, t);
  const subjectsOf = await readSubjects(found, null, t);
  return records.map((record) => {
    const subjects = subjectsOf(record.student_key);
    const missing = missingParts(valuesOfRecord(record), subjects);
    return { record, subjects, missing, state: reportState({ ...record, missing }) };
  });
}

/** Whose report it is, and where it is. */
export function whoseReport({ record }: ClassState, { key, students }: FoundClass) {
  const student = students.find(({ student_key }) => student_key === record.student_key);
  const named = { firstName: student?.first_name ?? "", lastName: student?.last_name ?? "" };
  return {
    key: record.student_key,
    url: reportUrl({ ...key, studentKey: record.student_key }),
    name: registerName(named),
    picture: studentPictureUrl(student?.picture ?? null, "small"),
  };
}
