import type { ReadTransaction } from "#db/index.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { listTermRecords, type TermRecordRow } from "#db/queries/reports/term-records.ts";
import { formatRegisterName } from "#domain/names.ts";
import { reportUrl } from "#domain/paths.ts";
import {
  listMissingReportParts,
  getReportState,
  type MissingReportPart,
  type ReportState,
} from "#domain/report-state.ts";
import type { ReportClass, StudentReport } from "../find-report.server.ts";
import { readReportSubjects } from "../report/marks/read-subjects.server.ts";
import { toRecordValues } from "../save/record.rules.ts";

/** A report's state, and the data from which the state is derived. */
export type ReportWithState = {
  record: TermRecordRow;
  subjects: ReportedSubject[];
  missing: MissingReportPart[];
  state: ReportState;
};

/** Reads the state of each report of a class, or of one student's report, sorted by the students' names. */
export async function readReportStates(
  found: Pick<ReportClass, "key" | "heading" | "role">,
  studentKey: number | null,
  t: ReadTransaction,
): Promise<ReportWithState[]> {
  // Fingerprints are read first. If a report changes in between, the page shows the change but the report is not
  // signed. The other order could sign a change that nobody has seen.
  const records = await listTermRecords({ ...found.key, studentKey, forSigning: found.role.signs }, t);
  const subjectsOf = await readReportSubjects(found, studentKey, t);
  return records.map((record) => {
    const subjects = subjectsOf(record.student_key);
    const missing = listMissingReportParts(toRecordValues(record), subjects);
    const { signature, returned } = record;
    return { record, subjects, missing, state: getReportState({ signature, returned, missing }) };
  });
}

export async function readReportState(found: StudentReport, t: ReadTransaction): Promise<ReportWithState> {
  const [reading] = await readReportStates(found, found.key.studentKey, t);
  if (!reading) throw new Error("a student on the class list has no registration");
  return reading;
}

export function findReportOwner({ record }: ReportWithState, { key, students }: ReportClass) {
  const student = students.find(({ student_key }) => student_key === record.student_key);
  return {
    key: record.student_key,
    url: reportUrl({ ...key, studentKey: record.student_key }),
    name: student ? formatRegisterName(student) : "",
  };
}
