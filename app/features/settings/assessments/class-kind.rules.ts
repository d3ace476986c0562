import { marksWere } from "#fields/assessment.ts";

/** The way in which a class is assessed, all year. */
export type KindOfClass = "tests" | "course-work" | "criteria";

export const KINDS: Readonly<Record<KindOfClass, string>> = {
  tests: "Tests and exam",
  "course-work": "Course work only",
  criteria: "Criteria",
};

type Stored = { course_work_only: boolean; by_criteria: boolean };

export function kindOf({ course_work_only, by_criteria }: Stored): KindOfClass {
  if (by_criteria) return "criteria";
  return course_work_only ? "course-work" : "tests";
}

type Held = {
  exam: number;
  replaced: number;
  other: number;
  course: number;
  fortnightly: number;
  criteria: number;
};
type Change = { from: KindOfClass; to: KindOfClass };

/** Counts this year's entries that no sheet would show after the change. */
export function orphanedBy({ from, to }: Change, held: Held): number {
  const away = from === "criteria" ? held.criteria : 0;
  if (to === "criteria") return held.other + held.fortnightly + held.replaced;
  if (to === "course-work") return away + held.exam + held.fortnightly;
  return away + (from === "course-work" ? held.course : 0);
}

export function describeOrphanMarks(count: number): string {
  return `You cannot change this because ${marksWere(count)} already entered this year and would no longer appear on any mark sheet.`;
}
