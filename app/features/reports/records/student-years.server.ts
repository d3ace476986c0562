import { noTransaction } from "#db/index.ts";
import { findRequestedTerm } from "#db/queries/lessons.ts";
import { listCardClasses } from "#db/queries/reports/report-card.ts";
import {
  listArchivedMarks,
  listRecordedTerms,
  type RecordedTerm,
} from "#db/queries/reports/student-terms.ts";
import type { SchoolRow } from "#db/queries/school.ts";
import type { GradingScale } from "#domain/grading.ts";
import { calculateSubjectResult } from "#domain/subject-results.ts";
import { formatYear } from "#domain/terms.ts";
import { calculateYear, type TermOfYear, type YearResult } from "#domain/figures/year-results.ts";
import { formatPosition, loadClassYearResults } from "../class-figures.server.ts";

/** A year of a student: the results, and the reports of the terms. A year of the marks archive has no reports. */
export type StudentYear = {
  /** The year, such as `2025–2026`; null for a year older than the school's calendar. */
  label: string | null;
  level: string;
  className: string;
  terms: readonly RecordedTerm[];
  result: YearResult;
  /** The position in class; null for a year of the archive, and if nobody in the class is ranked. */
  position: string | null;
  /** Whether marks are missing, so that the position may still change. */
  isProvisional: boolean;
  grading: GradingScale;
};

/**
 * Loads the years of a student, oldest first: those of the marks archive, then those of the calendar. `until` is the
 * last term that counts; null for all terms that have begun.
 */
export async function loadStudentYears(
  studentKey: number,
  { school, until }: { school: SchoolRow; until: number | null },
): Promise<StudentYear[]> {
  const [recorded, archived] = await Promise.all([
    listRecordedTerms(studentKey, noTransaction),
    archivedYears(studentKey, school),
  ]);
  const terms = recorded.filter(({ academic_term_id }) => until === null || academic_term_id <= until);
  const ids = [...new Set(terms.map(({ academic_year_id }) => academic_year_id))];
  const years: StudentYear[] = [];
  for (const id of ids) {
    const own = terms.filter(({ academic_year_id }) => academic_year_id === id);
    years.push(...(await calendarYear(studentKey, own, school)));
  }
  return [...archived, ...years];
}

async function calendarYear(
  studentKey: number,
  terms: readonly RecordedTerm[],
  school: SchoolRow,
): Promise<StudentYear[]> {
  const last = terms.at(-1);
  if (!last) return [];
  const { academic_term_id: academicTermId, class_id } = last;
  const [{ term }, [ofClass]] = await Promise.all([
    findRequestedTerm(academicTermId, noTransaction),
    listCardClasses({ classIds: [class_id], academicTermId }, noTransaction),
  ]);
  if (!term || !ofClass) return [];
  const year = await loadClassYearResults(ofClass, { term, school });
  const { grading } = ofClass;
  const result = year.students.get(studentKey)?.result ?? calculateYear([], grading);
  return [
    {
      label: formatYear(last.academic_year_id),
      level: last.group_title,
      className: last.label,
      terms,
      result,
      position: year.ranking && formatPosition(year.ranking, studentKey),
      isProvisional: year.ranking?.isProvisional ?? false,
      grading,
    },
  ];
}

/** Calculates the years of the marks archive, one for each level. Their exam marks count, as in the archive. */
async function archivedYears(studentKey: number, { flavour }: SchoolRow): Promise<StudentYear[]> {
  const marks = await listArchivedMarks(studentKey, noTransaction);
  const levels = [...new Set(marks.map(({ form_level }) => form_level))];
  return levels.flatMap((formLevel): StudentYear[] => {
    const own = marks.filter(({ form_level }) => form_level === formLevel);
    const [first] = own;
    if (!first) return [];
    const { grading } = first;
    const scheme = {
      flavour,
      form_level: formLevel,
      by_criteria: false,
      course_work_only: false,
      assessment_type: "Mid Term",
      grading,
    } as const;
    const terms = [...new Set(own.map(({ academic_term_id }) => academic_term_id))].map((id): TermOfYear => {
      const inTerm = own.filter(({ academic_term_id }) => academic_term_id === id);
      const subjects = new Map(inTerm.map(({ subject_id, subject }) => [subject_id, subject]));
      const stored = inTerm.map((mark) => ({ ...mark, place: null, criteria: {} }));
      return {
        term: id % 10,
        subjects: [...subjects].map(([subject_id, subject]) => ({
          subject_id,
          subject,
          ...calculateSubjectResult(subject_id, { scheme, marks: stored, criteria: [] }),
        })),
      };
    });
    return [
      {
        label: null,
        level: first.level,
        className: own.findLast(({ form_class_id }) => form_class_id !== null)?.form_class_id ?? "",
        terms: [],
        result: calculateYear(terms, grading),
        position: null,
        isProvisional: false,
        grading,
      },
    ];
  });
}
