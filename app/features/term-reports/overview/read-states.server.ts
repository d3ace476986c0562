import type { Reading } from "#db/index.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { listTermRecords, type TermRecordRow } from "#db/queries/reports/term-records.ts";
import { registerName } from "#domain/names.ts";
import { reportUrl, studentPictureUrl } from "#domain/paths.ts";
import { listMissing, reportState, type Missing, type ReportState } from "#domain/report-state.ts";
import type { FoundClass, FoundReport } from "../find-report.server.ts";
import { readSubjects } from "../report/marks/read-subjects.server.ts";
import { valuesOfRecord } from "../save/record.rules.ts";

/** The state of a report, with everything on which the state depends. */
export type ReportReading = {
  record: TermRecordRow;
  subjects: ReportedSubject[];
  missing: Missing[];
  state: ReportState;
};

/** Reads the state of each report of a class, or of one student's report, in the order of the register. */
export async function readStates(
  found: Pick<FoundClass, "key" | "heading" | "role">,
  studentKey: number | null,
  t: Reading,
): Promise<ReportReading[]> {
  // Fingerprints are read first: a change in between is then shown and not signed, instead of signed and not shown.
  const records = await listTermRecords({ ...found.key, studentKey, forSigning: found.role.signs }, t);
  const subjectsOf = await readSubjects(found, studentKey, t);
  return records.map((record) => {
    const subjects = subjectsOf(record.student_key);
    const missing = listMissing(valuesOfRecord(record), subjects);
    const { signature, returned } = record;
    return { record, subjects, missing, state: reportState({ signature, returned, missing }) };
  });
}

/** Reads the state of one student's report. */
export async function readState(found: FoundReport, t: Reading): Promise<ReportReading> {
  const [reading] = await readStates(found, found.key.studentKey, t);
  if (!reading) throw new Error("a student on the class list has no registration");
  return reading;
}

/** Returns the student of a report, and the report's address. */
export function findReportOwner({ record }: ReportReading, { key, students }: FoundClass) {
  const student = students.find(({ student_key }) => student_key === record.student_key);
  return {
    key: record.student_key,
    url: reportUrl({ ...key, studentKey: record.student_key }),
    name: student ? registerName(student) : "",
    picture: studentPictureUrl(student?.picture ?? null, "small"),
  };
}
