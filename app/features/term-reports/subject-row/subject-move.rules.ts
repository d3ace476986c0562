import type { SheetKind } from "#domain/sheets.ts";

type GivenMark = {
  fortnightly_test_id: number | null;
  mark: number | null;
  grade: string | null;
  is_entered: boolean;
};

/** The numbers of a subject's fortnightly tests in the term, in order of date: 1, 2, … by the ID of the test. */
export type Places = ReadonlyMap<number, number>;

/** The subject to which marks move: its kind of marking, its fortnightly tests, and those of the old subject. */
export type Move = { kind: SheetKind; from: Places; to: Places };

/** A report prints a subject's first two fortnightly tests; later ones appear on mark sheets only. */
const ON_THE_REPORT = 2;

/**
 * Lists the marks that would appear nowhere in the other subject: a chosen grade if grades follow from marks, marks and
 * grades if the subject is graded by criteria, or a fortnightly test that the subject does not have, or has too late
 * for the report.
 */
export function unseenAfterMove<Mark extends GivenMark>(marks: readonly Mark[], move: Move): Mark[] {
  return marks.filter((mark) => mark.is_entered && !(hasTest(mark, move) && hasColumn(mark, move)));
}

function hasTest({ fortnightly_test_id: test }: GivenMark, { from, to }: Move): boolean {
  if (test === null) return true;
  const place = to.get(test);
  if (place === undefined) return false;
  return place <= ON_THE_REPORT || (from.get(test) ?? Infinity) > ON_THE_REPORT;
}

function hasColumn({ mark, grade }: GivenMark, { kind }: Move): boolean {
  if (kind === "criteria") return mark === null && grade === null;
  return kind === "grades" || grade === null;
}
