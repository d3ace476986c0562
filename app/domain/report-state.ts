import { missingGrades } from "./subject-results.ts";
import { BEHAVIOUR_FIELDS, BEHAVIOURS } from "./term-reports.ts";
import { formatCountOf } from "./text/noun.ts";

/** The states of a report, which has exactly one. */
export type ReportState = "incomplete" | "returned" | "complete" | "changed" | "signed";

type Stored = {
  /** `changed` means that the report no longer prints what was signed. */
  signature: { changed: boolean } | null;
  returned: object | null;
  missing: readonly unknown[];
};

/** Signing clears a return, and returning a report removes its signature: it never has both. */
export function reportState({ signature, returned, missing }: Stored): ReportState {
  if (signature) return signature.changed ? "changed" : "signed";
  if (returned) return "returned";
  return missing.length === 0 ? "complete" : "incomplete";
}

type Judged = { state: ReportState; missing: readonly unknown[] };

/** Tells whether nothing is missing and the report was not returned; signed reports are included. */
export function isComplete({ state, missing }: Judged): boolean {
  return missing.length === 0 && state !== "returned";
}

/**
 * Tells whether signing a whole class signs this report: it is complete and not signed, or has changed since. An
 * incomplete report can be signed too, but only by itself.
 */
export function isToSign(report: Judged): boolean {
  return isComplete(report) && report.state !== "signed";
}

/** The progress of a class's reports. `signed` includes those that have changed since. */
export type ReportCounts = {
  total: number;
  complete: number;
  signed: number;
  changed: number;
  returned: number;
  toSign: number;
};

export function reportCounts(reports: readonly Judged[]): ReportCounts {
  const count = (matches: (report: Judged) => boolean) => reports.filter(matches).length;
  return {
    total: reports.length,
    complete: count(isComplete),
    signed: count(({ state }) => state === "signed" || state === "changed"),
    changed: count(({ state }) => state === "changed"),
    returned: count(({ state }) => state === "returned"),
    toSign: count(isToSign),
  };
}

/** Tells whether nothing is left to do: every report is complete, and signed as it is now. */
export function isAllDone({ total, complete, signed, changed }: ReportCounts): boolean {
  return total > 0 && complete === total && signed === total && changed === 0;
}

/** The missing part, in `words` such as `2 ratings: Respect, Punctual` or `the teacher's comment`. */
export type Missing = { part: "ratings" | "comment" | "marks"; words: string };

/** The fields of a term record; null when nothing is written. */
type Values = Readonly<Record<string, string | number | null>>;

/** One of the student's subjects, with whether its counting mark, its grades or an absence are entered. */
type Subject = { subject: string; isEntered: boolean; criteria: readonly { grade: number | null }[] };

/**
 * Lists what a report needs before it is complete: all ten ratings, the teacher's comment, and a mark in each
 * subject. Participation and project are optional.
 */
export function listMissing(values: Values, subjects: readonly Subject[]): Missing[] {
  return [missingRatings(values), missingComment(values), missingMarks(subjects)].flat();
}

/** Joins everything in a line: `2 ratings: Respect, Punctual; the teacher’s comment`. */
export function formatMissing(missing: readonly Missing[]): string {
  return missing.map(({ words }) => words).join("; ");
}

/** Returns the field for continuing; null when it is not on this page. */
export function firstMissingField({ part }: Missing, values: Values): string | null {
  if (part === "comment") return "teacher_comment";
  return part === "ratings" ? (unrated(values)[0] ?? null) : null;
}

function unrated(values: Values) {
  return BEHAVIOUR_FIELDS.filter((field) => (values[field] ?? null) === null);
}

function missingRatings(values: Values): Missing[] {
  const labels = unrated(values).map((field) => BEHAVIOURS[field]);
  if (labels.length === 0) return [];
  if (labels.length === BEHAVIOUR_FIELDS.length) return [{ part: "ratings", words: "all behaviour ratings" }];
  return [{ part: "ratings", words: counted(labels, "rating") }];
}

function missingComment({ teacher_comment }: Values): Missing[] {
  return (teacher_comment ?? null) === null ? [{ part: "comment", words: "the teacher’s comment" }] : [];
}

function missingMarks(subjects: readonly Subject[]): Missing[] {
  const unentered = subjects.filter(({ isEntered }) => !isEntered);
  if (unentered.length === 0) return [];
  const isAll = unentered.length === subjects.length && unentered.length > 1;
  if (isAll && unentered.every((item) => gapOf(item) === null))
    return [{ part: "marks", words: "all marks" }];
  return [{ part: "marks", words: counted(unentered.map(titleOf), "mark") }];
}

/** Formats `Reading (missing 3 of 4)`. */
function titleOf(subject: Subject): string {
  const gap = gapOf(subject);
  return gap ? `${subject.subject} (${gap})` : subject.subject;
}

function gapOf({ criteria }: Subject): string | null {
  return missingGrades(criteria.map(({ grade }) => grade));
}

/** Formats `2 ratings: Respect, Punctual`. */
function counted(names: readonly string[], noun: string): string {
  return `${formatCountOf(names.length, noun)}: ${names.join(", ")}`;
}
