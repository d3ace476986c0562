import { canReadAllClasses } from "#access/permissions.ts";
import { getVisibleLesson } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listMarkSheets, listMarkSheetTerms } from "#db/queries/lessons.ts";
import { formatShortName } from "#domain/names.ts";
import { parseId, PATHS, markSheetUrl, chooseLessonUrl, withQuery } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { termChoice, testTitle, type TermChoice } from "#domain/terms.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";

export type LessonTests = {
  subject: string;
  classLabel: string;
  teacher: string;
  tests: { url: string; title: string; testDate: string | null; entered: number; total: number }[];
  term: TermChoice;
  terms: TermChoice[];
  lessonsUrl: string;
};

const NO_MARK_SHEETS = "This lesson has no mark sheets for this term. Choose another term.";

/**
 * Lists the tests of a lesson as links to their mark sheets, for a term of the class's school year. The default is
 * the latest term of that year.
 * @throws notFound
 */
export async function listTests(
  person: Person,
  lessonParam: string | undefined,
  query: URLSearchParams,
): Promise<LessonTests> {
  const lessonId = parseId(lessonParam);
  if (lessonId === null) throw itemNotFound("lesson");
  const askedTermId = parseId(query.get("term"));
  const lesson = await getVisibleLesson(person, { lessonId, academicTermId: askedTermId }, noTransaction);
  const began = await listMarkSheetTerms(noTransaction);
  const terms = began.filter(({ academic_year_id }) => academic_year_id === lesson.academic_year_id);
  const academicTermId = askedTermId ?? terms[0]?.academic_term_id;
  const term = terms.find(({ academic_term_id }) => academic_term_id === academicTermId);
  if (!term || !academicTermId) throw notFound(NO_MARK_SHEETS);
  const choices = await listMarkSheets({ lessonId, academicTermId }, noTransaction);
  if (choices.length === 0) throw notFound(NO_MARK_SHEETS);
  const home = canReadAllClasses(person) ? chooseLessonUrl(lesson.employee_id) : PATHS.markSheets;
  return {
    subject: lesson.subject,
    classLabel: lesson.class_label,
    teacher: formatShortName(lesson),
    tests: choices.map(
      ({
        test_id: testId,
        fortnightly_test_id: fortnightlyTestId,
        title,
        test_date: testDate,
        is_for_ratings: isForRatings,
        ...counts
      }) => ({
        ...counts,
        url: markSheetUrl({ lessonId, academicTermId, testId, fortnightlyTestId }),
        title: isForRatings ? "Application and preparedness" : testTitle(testId, term.assessment_type, title),
        testDate,
      }),
    ),
    term: termChoice(term),
    terms: terms.map(termChoice),
    lessonsUrl: withQuery(home, { term: academicTermId }),
  };
}
