import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { listCorrectedValues, type CorrectedValue } from "#db/queries/entry/corrected-values.ts";
import { listCorrections } from "#db/queries/entry/entry-corrections.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { listTermRecords, type TermRecordRow } from "#db/queries/reports/term-records.ts";
import { describeCorrection } from "#domain/entry/corrections.ts";
import { actorName } from "#domain/names.ts";
import type { StudentReport } from "../find-report.server.ts";
import type { ReportCorrections } from "../report/report.ts";
import { compareSubjects, listHistory, onlyCorrections } from "./compare-report.server.ts";

/** Lists what was corrected in a report after its term; nothing while the term is current. */
export async function listReportCorrections(
  { key, heading }: Pick<StudentReport, "key" | "heading">,
  t: ReadTransaction,
): Promise<CorrectedValue[]> {
  if (heading.is_current) return [];
  return onlyCorrections(await listCorrectedValues({ ...key, classIds: [key.classId] }, t));
}

/** Tells whether a report was corrected after its signature, so that it waits for a new one. */
export async function isToSignAgain(found: StudentReport, t: ReadTransaction): Promise<boolean> {
  const [record] = await listTermRecords(found.key, t);
  return record?.signature?.changed === true && (await listReportCorrections(found, t)).length > 0;
}

type Loaded = {
  values: readonly CorrectedValue[];
  subjects: readonly ReportedSubject[];
  record: TermRecordRow;
};

/** Loads the corrections that the page of a report shows; null without any. */
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
    ...compareSubjects(values, { subjects, scheme: heading }),
    history: listHistory(values, {
      openings,
      signature: signature && { at: signature.at, by: actorName(signature) },
      timeZone: heading.time_zone,
    }),
  };
}
