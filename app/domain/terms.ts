/** Words and numbers of the school calendar (design section 4; T2, T9, A9). */
export const TERMS_PER_YEAR = 3;

export type AssessmentType = "Forthnightly Test" | "Mid Term" | "Interim Test";

/** The kinds of test a mark can belong to: 1 End of Term, 2 the term's one other assessment, 3 fortnightly. */
export const END_OF_TERM = 1;
export const OTHER_ASSESSMENT = 2;
export const FORTNIGHTLY = 3;
export type TestId = typeof END_OF_TERM | typeof OTHER_ASSESSMENT | typeof FORTNIGHTLY;

/** Our word, and the specification's own in a chooser and on the wire. */
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

/** Its classes have fortnightly tests in the place of one other assessment. */
export function isFortnightly(type: AssessmentType): boolean {
  return type === "Forthnightly Test";
}

/** The two calendar years of `20252026`. */
export function spanOf(academicYearId: number): { start: number; end: number } {
  return { start: Math.floor(academicYearId / 10_000), end: academicYearId % 10_000 };
}

/** `20252026` is read as `2025-2026`. */
export function yearLabel(academicYearId: number): string {
  const { start, end } = spanOf(academicYearId);
  return `${start}-${end}`;
}

/** `2025–2026`, as a document prints it. */
export function yearWords(academicYearId: number): string {
  return yearLabel(academicYearId).replace("-", "–");
}

export function yearBefore(academicYearId: number): number {
  return academicYearId - 1_0001;
}

export function yearAfter(academicYearId: number): number {
  return academicYearId + 1_0001;
}

/** The year that a term is in: its id is the year's and the term's number. */
export function academicYearOf(academicTermId: number): number {
  return Math.floor(academicTermId / 10);
}

/** `Term 3`. */
export function termWords(academicTermId: number): string {
  return `Term ${academicTermId % 10}`;
}

/** Ages are those of this day, unless another one is asked for. */
export function ageDay(academicYearId: number): string {
  return `${Math.floor(academicYearId / 10_000)}-09-01`;
}

export function periodLabel(academicYearId: number, term: number): string {
  return `${yearLabel(academicYearId)}, Term ${term}`;
}

/** `2025-2026, Term 3`, of `202520263`. */
export function termTitle(academicTermId: number): string {
  return periodLabel(academicYearOf(academicTermId), academicTermId % 10);
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

/** The class's mark sheets of a period, by their ids (T2). */
export function classSheets(assessmentType: AssessmentType): readonly [ClassSheet, ClassSheet] {
  return [
    { id: 1, title: ASSESSMENT_WORDS[assessmentType].classSheet },
    { id: 2, title: "End of Term" },
  ];
}

export type ClassSheet = { id: 1 | 2; title: string };

export function isTestId(value: number): value is TestId {
  return value === END_OF_TERM || value === OTHER_ASSESSMENT || value === FORTNIGHTLY;
}
