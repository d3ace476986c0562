export const TERMS_PER_YEAR = 3;

export type AssessmentType = "Forthnightly Test" | "Mid Term" | "Interim Test";

/** The stored numbers of the tests: 1 end of term, 2 the term's other assessment, 3 a fortnightly test. */
export const END_OF_TERM_TEST_ID = 1;
export const OTHER_ASSESSMENT_TEST_ID = 2;
export const FORTNIGHTLY_TEST_ID = 3;
export type TestId =
  typeof END_OF_TERM_TEST_ID | typeof OTHER_ASSESSMENT_TEST_ID | typeof FORTNIGHTLY_TEST_ID;

/** The titles of the term's other assessment: on our pages, in lists to choose from, and in the API. */
const ASSESSMENT_WORDS: Record<AssessmentType, { otherTitle: string; chooser: string; classSheet: string }> =
  {
    "Forthnightly Test": {
      otherTitle: "Course",
      chooser: "Forthnightly Tests",
      classSheet: "Forthnightly",
    },
    "Mid Term": { otherTitle: "Mid Term", chooser: "Mid Term", classSheet: "Mid Term" },
    "Interim Test": { otherTitle: "Interim Test", chooser: "Interim", classSheet: "Interim" },
  };

export const ASSESSMENT_TYPES = Object.keys(ASSESSMENT_WORDS) as AssessmentType[];

/** Tells whether the classes have fortnightly tests in this term instead of one other assessment. */
export function isFortnightly(type: AssessmentType): boolean {
  return type === "Forthnightly Test";
}

/** Returns the two calendar years of an academic year's id: 2025 and 2026 for `20252026`. */
export function calendarYears(academicYearId: number): { start: number; end: number } {
  return { start: Math.floor(academicYearId / 10_000), end: academicYearId % 10_000 };
}

/** Formats an academic year with a hyphen, as screens show it: `2025-2026`. Documents use `formatYear`. */
export function yearLabel(academicYearId: number): string {
  const { start, end } = calendarYears(academicYearId);
  return `${start}-${end}`;
}

/** Formats an academic year as documents print it: `2025–2026`. */
export function formatYear(academicYearId: number): string {
  return yearLabel(academicYearId).replace("-", "–");
}

export function yearBefore(academicYearId: number): number {
  return academicYearId - 1_0001;
}

export function yearAfter(academicYearId: number): number {
  return academicYearId + 1_0001;
}

/** Returns the academic year of a term. A term's id is the year's id followed by the term's number. */
export function academicYearOf(academicTermId: number): number {
  return Math.floor(academicTermId / 10);
}

/** Returns the id of the next term. It may belong to the next year, and the calendar need not contain it yet. */
export function termAfter(academicTermId: number): number {
  const isLast = academicTermId % 10 === TERMS_PER_YEAR;
  return isLast ? yearAfter(academicYearOf(academicTermId)) * 10 + 1 : academicTermId + 1;
}

export function formatTerm(academicTermId: number): string {
  return `Term ${academicTermId % 10}`;
}

/** Returns the day on which ages are calculated unless a document asks for another day: 1 September. */
export function ageReferenceDay(academicYearId: number): string {
  return `${Math.floor(academicYearId / 10_000)}-09-01`;
}

export function periodLabel(academicYearId: number, term: number): string {
  return `${yearLabel(academicYearId)}, Term ${term}`;
}

/** Formats a term's title: `2025-2026, Term 3` for `202520263`. */
export function termTitle(academicTermId: number): string {
  return periodLabel(academicYearOf(academicTermId), academicTermId % 10);
}

export type TermChoice = { id: number; label: string };

type NamedTerm = { academic_term_id: number; academic_year_id: number; term: number };

export function termChoice({ academic_term_id, academic_year_id, term }: NamedTerm): TermChoice {
  return { id: academic_term_id, label: periodLabel(academic_year_id, term) };
}

/** Returns the title of a test in a term with this kind of assessment. A fortnightly test uses its own title. */
export function testTitle(
  testId: TestId,
  assessmentType: AssessmentType,
  fortnightlyTitle: string | null,
): string {
  if (testId === END_OF_TERM_TEST_ID) return "End of Term";
  if (testId === OTHER_ASSESSMENT_TEST_ID) return ASSESSMENT_WORDS[assessmentType].otherTitle;
  return fortnightlyTitle ?? "Fortnightly Test";
}

export function testKindLabel(assessmentType: AssessmentType): string {
  return ASSESSMENT_WORDS[assessmentType].chooser;
}

/** Lists the class sheets of a term, by their ids in the API. */
export function listClassMarkSheetTypes(
  assessmentType: AssessmentType,
): readonly [ClassMarkSheetType, ClassMarkSheetType] {
  return [
    { id: 1, title: ASSESSMENT_WORDS[assessmentType].classSheet },
    { id: 2, title: "End of Term" },
  ];
}

export type ClassMarkSheetType = { id: 1 | 2; title: string };

export function isTestId(value: number): value is TestId {
  return value === END_OF_TERM_TEST_ID || value === OTHER_ASSESSMENT_TEST_ID || value === FORTNIGHTLY_TEST_ID;
}
