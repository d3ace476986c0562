/** Words and numbers of the school calendar (design section 4; T2, T9, A9). */
export const TERMS_PER_YEAR = 3;

export type AssessmentType = "Forthnightly Test" | "Mid Term" | "Interim Test";

/** The kinds of test a mark can belong to: 1 End of Term, 2 the term's one other assessment, 3 fortnightly. */
export const END_OF_TERM = 1;
export const OTHER_ASSESSMENT = 2;
export const FORTNIGHTLY = 3;
export type TestId = typeof END_OF_TERM | typeof OTHER_ASSESSMENT | typeof FORTNIGHTLY;

/** Our word, and the specification's own in a chooser and on the wire. */
const ASSESSMENT_WORDS: Record<AssessmentType, { otherTitle: string; chooser: string }> = {
  "Forthnightly Test": { otherTitle: "Course", chooser: "Forthnightly Tests" },
  "Mid Term": { otherTitle: "Mid Term", chooser: "Mid Term" },
  "Interim Test": { otherTitle: "Interim Test", chooser: "Interim" },
};

/** `20252026` is read as `2025-2026`. */
export function yearLabel(academicYearId: number): string {
  return `${Math.floor(academicYearId / 10_000)}-${academicYearId % 10_000}`;
}

export function periodLabel(academicYearId: number, term: number): string {
  return `${yearLabel(academicYearId)}, Term ${term}`;
}

/** A term as a chooser offers it. */
export type TermChoice = { id: number; label: string };

type NamedTerm = { academic_term_id: number; academic_year_id: number; term: number };

export function termChoice({ academic_term_id, academic_year_id, term }: NamedTerm): TermChoice {
  return { id: academic_term_id, label: periodLabel(academic_year_id, term) };
}

/** What a sheet of this test is called in a term of this type; a fortnightly test carries its own title. */
export function testTitle(
  testId: TestId,
  assessmentType: AssessmentType,
  fortnightlyTitle: string | null,
): string {
  if (testId === END_OF_TERM) return "End of Term";
  if (testId === OTHER_ASSESSMENT) return ASSESSMENT_WORDS[assessmentType].otherTitle;
  return fortnightlyTitle ?? "Fortnightly Test";
}

export function chooserWord(assessmentType: AssessmentType): string {
  return ASSESSMENT_WORDS[assessmentType].chooser;
}

export function isTestId(value: number): value is TestId {
  return value === END_OF_TERM || value === OTHER_ASSESSMENT || value === FORTNIGHTLY;
}
