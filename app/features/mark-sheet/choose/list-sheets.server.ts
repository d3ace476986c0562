import { noTransaction } from "#db/index.ts";
import { sheetChoices, sheetTerms } from "#db/queries/lessons.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { lessonVisibleTo } from "#access/visible.server.ts";
import type { VisibleLesson } from "#access/visible.server.ts";
import { testTitle } from "#domain/terms.ts";
import { sheetUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

export type SheetList = {
  lesson: VisibleLesson;
  term: TermRow;
  terms: TermRow[];
  sheets: { url: string; title: string; testDate: string | null; entered: number; total: number }[];
};

/** The sheets of a lesson in a term of its class's year; without a term the current one's, else the year's last. */
export async function listSheets(
  person: Person,
  { lessonId, academicTermId }: { lessonId: number; academicTermId: number | null },
): Promise<SheetList> {
  const lesson = await lessonVisibleTo(person, lessonId, noTransaction);
  const allTerms = await sheetTerms(noTransaction);
  const terms = allTerms.filter((term) => term.academic_year_id === lesson.academicYearId);
  const term = terms.find((each) => each.academic_term_id === (academicTermId ?? terms[0]?.academic_term_id));
  if (!term) throw notFound("This lesson has no sheets in that term.");
  const choices = await sheetChoices({ lessonId, academicTermId: term.academic_term_id }, noTransaction);
  const sheets = choices.map((choice) => ({
    url: sheetUrl({
      lessonId,
      academicTermId: term.academic_term_id,
      testId: choice.test_id,
      fortnightlyTestId: choice.fortnightly_test_id,
    }),
    title: testTitle(choice.test_id, term.assessment_type, choice.title),
    testDate: choice.test_date,
    entered: choice.entered,
    total: choice.total,
  }));
  return { lesson, term, terms, sheets };
}
