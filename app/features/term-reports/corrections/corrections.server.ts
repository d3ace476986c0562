import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { listCorrectedValues, type CorrectedValue } from "#db/queries/entry/corrected-values.ts";
import { listCorrections } from "#db/queries/entry/entry-corrections.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import type { TermRecordRow } from "#db/queries/reports/term-records.ts";
import { describeCorrection } from "#domain/entry/corrections.ts";
import { formatActorName } from "#domain/names.ts";
import { isCorrection } from "#fields/correction.ts";
import type { StudentReport } from "../find-report.server.ts";
import type { ReportCorrections } from "../report/report.ts";
import { compareCorrectedSubjects, listCorrectionHistory } from "./compare-report.server.ts";

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

/** Loads the corrections for the page of a report; null if there are none. */
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
