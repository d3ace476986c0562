import { queryAll, type ReadTransaction } from "#db/index.ts";
import { listReportCardClasses } from "#db/queries/reports/report-card.ts";
import * as settings from "#db/queries/reports/report-card-settings.ts";
import { getSchool } from "#db/queries/school.ts";
import { wouldGradeChange, type GradingScale } from "#domain/grading.ts";
import { termTitle } from "#domain/terms.ts";
import { loadReportCardClassResults } from "../classes/class-results.server.ts";
import { describeAffectedReports, isSameWeighting } from "./report-card.rules.ts";

type Change = {
  spans: readonly settings.ReportCardSettingSpan[];
  grading: GradingScale;
  isWeighedAnew: boolean;
  currentId: number;
};

/** Counts the signed and posted reports on which a change would show, in words. Returns null when there are none. */
export async function describeReportsAffectedBySettings(
  { spans, grading, isWeighedAnew, currentId }: Change,
  t: ReadTransaction,
): Promise<string | null> {
  const reports: settings.SignedOrPostedReport[] = [];
  for (const span of spans) reports.push(...(await settings.listSignedOrPostedReports(span, t)));
  if (reports.length === 0) return null;
  const terms = [...new Set(reports.map(({ academic_term_id }) => academic_term_id))].toSorted();
  const posted = reports.filter(({ is_posted }) => is_posted);
  let regraded = 0;
  for (const termId of terms) {
    const ofTerm = reports.filter(({ academic_term_id }) => academic_term_id === termId);
    regraded += await countRegraded(ofTerm, grading, t);
  }
  return describeAffectedReports({
    signed: reports.filter(({ is_signed }) => is_signed).length,
    posted: new Set(posted.map(({ academic_term_id, class_id }) => `${academic_term_id} ${class_id}`)).size,
    regraded,
    isWeighedAnew,
    terms: terms.every((termId) => termId === currentId) ? [] : terms.map(termTitle),
  });
}

/**
 * Counts the reports of a term on which a grade would become another letter, a result would newly pass or fail, or a
 * result would change because course work and exam are weighted differently.
 */
async function countRegraded(
  reports: readonly settings.SignedOrPostedReport[],
  grading: GradingScale,
  t: ReadTransaction,
): Promise<number> {
  const [term] = reports;
  if (!term) return 0;
  const classIds = [...new Set(reports.map(({ class_id }) => class_id))];
  const [school, classes] = await queryAll(
    [() => getSchool(t), () => listReportCardClasses({ classIds, academicTermId: term.academic_term_id }, t)],
    t,
  );
  const results = await loadReportCardClassResults(classes, { term, school }, t);
  const isWeighed = classes.some((ofClass) => !isSameWeighting(ofClass.grading, grading));
  const weighed = isWeighed
    ? await loadReportCardClassResults(
        classes.map((ofClass) => ({
          ...ofClass,
          grading: { ...ofClass.grading, weights: grading.weights } as GradingScale,
        })),
        { term, school },
        t,
      )
    : results;
  const percentAfter = new Map(
    weighed.flatMap(({ students: all }) =>
      all.flatMap(({ student_key, subjects }) =>
        subjects.map(({ subject_id, percent }) => [`${student_key} ${subject_id}`, percent] as const),
      ),
    ),
  );
  const given = new Set(reports.map(({ student_key }) => student_key));
  const students = results.flatMap(({ scheme, students: all }) =>
    all.filter(({ student_key }) => given.has(student_key)).map((student) => ({ ...student, scheme })),
  );
  return students.filter(({ student_key, subjects, scheme }) =>
    subjects.some(({ subject_id, kind, percent, grade }) => {
      // A grade that the teacher chose is compared by its letter. Criteria have no grade on the scale.
      if (kind === "criteria") return false;
      if (percentAfter.get(`${student_key} ${subject_id}`) !== percent) return true;
      const result = kind === "grades" ? { percent: null, grade } : { percent, grade: null };
      return wouldGradeChange(result, scheme.grading, grading);
    }),
  ).length;
}
