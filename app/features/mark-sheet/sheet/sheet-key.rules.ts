import { FORTNIGHTLY, isTestId } from "#domain/terms.ts";
import type { TestId } from "#domain/terms.ts";

export type Test = { testId: TestId; fortnightlyTestId: number | null };

const TEST_IN_URL = /^([123])(?:-([1-9]\d{0,8}))?$/;

/** A sheet's test as its URL names it: `1`, `2`, or `3-45` for the fortnightly test 45. */
export function testInUrl({ testId, fortnightlyTestId }: Test): string {
  return fortnightlyTestId === null ? String(testId) : `${testId}-${fortnightlyTestId}`;
}

/** @returns null when it is not a test's name */
export function testOfUrl(name: string): Test | null {
  const [, test, fortnightly] = TEST_IN_URL.exec(name) ?? [];
  const testId = Number(test);
  const fortnightlyTestId = fortnightly === undefined ? null : Number(fortnightly);
  if (!isTestId(testId) || (testId === FORTNIGHTLY) !== (fortnightlyTestId !== null)) return null;
  return { testId, fortnightlyTestId };
}

export function sheetUrl(sheet: { lessonId: number; academicTermId: number } & Test): string {
  return `/app/mark-sheet/${sheet.lessonId}/${sheet.academicTermId}/${testInUrl(sheet)}`;
}

/** Where a test of the lesson is chosen. */
export function lessonUrl({
  lessonId,
  academicTermId,
}: {
  lessonId: number;
  academicTermId: number;
}): string {
  return `/app/mark-sheet/${lessonId}?term=${academicTermId}`;
}
