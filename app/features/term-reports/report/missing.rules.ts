import { BEHAVIOURS, BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import type { Values } from "#fields/value.ts";
import type { Missing } from "./report.ts";

/** A subject of the student's, and whether its counting mark, a grade or an absence is entered. */
export type ReportedSubject = { subject: string; isEntered: boolean };

/**
 * What a report needs before it is complete: all ten ratings, the teacher's comment, and a mark in each subject.
 * Participation and project are never missed.
 */
export function missingParts(values: Values, subjects: readonly ReportedSubject[]): Missing[] {
  return [missingRatings(values), missingComment(values), missingMarks(subjects)].flat();
}

/** All of it in a line: `2 ratings: Respect, Punctual; the teacher’s comment`. */
export function missingWords(missing: readonly Missing[]): string {
  return missing.map(({ words }) => words).join("; ");
}

/** The field in which one goes on with it; null where it is not on this page. */
export function missingField({ part }: Missing, values: Values): string | null {
  if (part === "comment") return "teacher_comment";
  return part === "ratings"
    ? (BEHAVIOUR_FIELDS.find((field) => (values[field] ?? null) === null) ?? null)
    : null;
}

function missingRatings(values: Values): Missing[] {
  const labels = BEHAVIOUR_FIELDS.filter((field) => (values[field] ?? null) === null).map(
    (field) => BEHAVIOURS[field],
  );
  if (labels.length === 0) return [];
  if (labels.length === BEHAVIOUR_FIELDS.length) return [{ part: "ratings", words: "all behaviour ratings" }];
  return [{ part: "ratings", words: counted(labels, ["rating", "ratings"]) }];
}

function missingComment({ teacher_comment }: Values): Missing[] {
  return (teacher_comment ?? null) === null ? [{ part: "comment", words: "the teacher’s comment" }] : [];
}

function missingMarks(subjects: readonly ReportedSubject[]): Missing[] {
  const titles = subjects.filter(({ isEntered }) => !isEntered).map(({ subject }) => subject);
  if (titles.length === 0) return [];
  if (titles.length === subjects.length && titles.length > 1) return [{ part: "marks", words: "all marks" }];
  return [{ part: "marks", words: counted(titles, ["mark", "marks"]) }];
}

/** `2 ratings: Respect, Punctual`. */
function counted(names: readonly string[], [one, many]: readonly [string, string]): string {
  return `${names.length} ${names.length === 1 ? one : many}: ${names.join(", ")}`;
}
