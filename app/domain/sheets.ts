import { hasWorkRatings, isGradedSubject, type SchoolFlavour } from "./grades.ts";
import type { ReportCardSettings } from "./documents/card-parts.ts";
import { END_OF_TERM_TEST_ID, type TestId } from "./terms.ts";

/** The entries of a mark sheet: marks, grades chosen by the teacher, or a grade from 1 to 5 for each criterion. */
export type MarkSheetKind = "marks" | "grades" | "criteria";

type Taught = { flavour: SchoolFlavour; subject_id: number; form_level: number; by_criteria: boolean };

/** Returns the kind of a sheet's entries. In a class graded by criteria, subjects without criteria have marks. */
export function getMarkSheetKind({
  flavour,
  subject_id,
  form_level,
  by_criteria,
  criteria,
}: Taught & { criteria: readonly unknown[] }): MarkSheetKind {
  if (by_criteria && criteria.length > 0) return "criteria";
  return isGradedSubject(flavour, subject_id, form_level) ? "grades" : "marks";
}

/**
 * Tells whether a mark sheet has ratings for application and preparedness. They are given once per subject and term,
 * on the sheet of the end-of-term test.
 */
export function hasMarkSheetWorkRatings({ flavour, form_level }: Taught, testId: TestId): boolean {
  return testId === END_OF_TERM_TEST_ID && hasWorkRatings(flavour, form_level);
}

/** Tells whether a class has a mark sheet for this test. A class graded by criteria has one sheet per term. */
export function hasMarkSheetForTest({ by_criteria }: Pick<Taught, "by_criteria">, testId: TestId): boolean {
  return !by_criteria || testId === END_OF_TERM_TEST_ID;
}

/** The maximum number of characters in a remark: two lines on the report card. */
export const LONGEST_REMARK = 80;

type RemarkedSheet = {
  kind: MarkSheetKind;
  card: Pick<ReportCardSettings, "parts">;
  /** The tests that count in the subject, with the last test first. */
  counted: readonly TestId[];
};

/**
 * Tells whether a sheet has a column for the remarks of the subject's teacher: on the sheet of the test that counts,
 * once the report card of the level shows remarks. A sheet of a subject that is graded by criteria has no such
 * column.
 */
export function hasMarkSheetRemarks({ kind, counted, card }: RemarkedSheet, testId: TestId): boolean {
  return testId === counted[0] && kind !== "criteria" && card.parts.includes("remarks");
}
