import { formatMissingGrades } from "./subject-results.ts";
import { BEHAVIOUR_FIELDS, BEHAVIOURS } from "./term-reports.ts";
import { formatCountOf } from "./text/noun.ts";

/** The states of a report. Each report has exactly one. */
export type ReportState = "incomplete" | "returned" | "complete" | "changed" | "signed";

type Stored = {
  /** `changed` means that a report printed now would differ from the signed one. */
  signature: { changed: boolean } | null;
  returned: object | null;
  missing: readonly unknown[];
};

/** A report is never both signed and returned: signing ends a return, and returning removes the signature. */
export function getReportState({ signature, returned, missing }: Stored): ReportState {
  if (signature) return signature.changed ? "changed" : "signed";
  if (returned) return "returned";
  return missing.length === 0 ? "complete" : "incomplete";
}

type Judged = { state: ReportState; missing: readonly unknown[] };

/** Tells whether a report lacks nothing and is not returned. Signed reports are complete too. */
export function isReportComplete({ state, missing }: Judged): boolean {
  return missing.length === 0 && state !== "returned";
}

/**
 * Tells whether this report is signed when the principal signs the whole class. It must be complete, and either
 * unsigned or changed since it was signed. An incomplete report can only be signed individually.
 */
export function isReadyToSign(report: Judged): boolean {
  return isReportComplete(report) && report.state !== "signed";
}

/** The progress of a class's reports. `signed` also counts reports that have changed since they were signed. */
export type ReportCounts = {
  total: number;
  complete: number;
  signed: number;
  changed: number;
  returned: number;
  toSign: number;
};

export function countReports(reports: readonly Judged[]): ReportCounts {
  const count = (matches: (report: Judged) => boolean) => reports.filter(matches).length;
  return {
    total: reports.length,
    complete: count(isReportComplete),
    signed: count(({ state }) => state === "signed" || state === "changed"),
    changed: count(({ state }) => state === "changed"),
    returned: count(({ state }) => state === "returned"),
    toSign: count(isReadyToSign),
  };
}

/** Tells whether all reports are complete and signed, and no report has changed since it was signed. */
export function areAllReportsDone({ total, complete, signed, changed }: ReportCounts): boolean {
  return total > 0 && complete === total && signed === total && changed === 0;
}

/** A part that a report lacks. `words` describes it, such as `2 ratings: Respect, Punctual`. */
export type MissingReportPart = { part: "ratings" | "comment" | "marks"; words: string };

/** The stored fields of a student's term report, by name. A field without an entry is null. */
type Values = Readonly<Record<string, string | number | null>>;

/** One of the student's subjects. `isEntered` is true if the mark that counts, the grades or an absence was entered. */
type Subject = { subject: string; isEntered: boolean; criteria: readonly { grade: number | null }[] };

/**
 * Lists the parts that a report needs before it is complete: all ten ratings, the teacher's comment, and a result in
 * each subject. Participation and project are optional.
 */
export function listMissingReportParts(values: Values, subjects: readonly Subject[]): MissingReportPart[] {
  return [missingRatings(values), missingComment(values), missingMarks(subjects)].flat();
}

/** Joins the missing parts into one line: `2 ratings: Respect, Punctual; the teacher’s comment`. */
export function formatMissingParts(missing: readonly MissingReportPart[]): string {
  return missing.map(({ words }) => words).join("; ");
}

/**
 * Returns the first empty field, so that the page can focus it. Returns null if the missing part is entered
 * elsewhere.
 */
export function firstMissingField({ part }: MissingReportPart, values: Values): string | null {
  if (part === "comment") return "teacher_comment";
  return part === "ratings" ? (unrated(values)[0] ?? null) : null;
}

function unrated(values: Values) {
  return BEHAVIOUR_FIELDS.filter((field) => (values[field] ?? null) === null);
}

function missingRatings(values: Values): MissingReportPart[] {
  const labels = unrated(values).map((field) => BEHAVIOURS[field]);
  if (labels.length === 0) return [];
  if (labels.length === BEHAVIOUR_FIELDS.length) return [{ part: "ratings", words: "all behaviour ratings" }];
  return [{ part: "ratings", words: counted(labels, "rating") }];
}

function missingComment({ teacher_comment }: Values): MissingReportPart[] {
  return (teacher_comment ?? null) === null ? [{ part: "comment", words: "the teacher’s comment" }] : [];
}

function missingMarks(subjects: readonly Subject[]): MissingReportPart[] {
  const unentered = subjects.filter(({ isEntered }) => !isEntered);
  if (unentered.length === 0) return [];
  const isAll = unentered.length === subjects.length && unentered.length > 1;
  if (isAll && unentered.every((item) => gapOf(item) === null))
    return [{ part: "marks", words: "all marks" }];
  return [{ part: "marks", words: counted(unentered.map(titleOf), "mark") }];
}

/** Formats a subject. If some of its grades are missing, their number follows: `Reading (missing 3 of 4)`. */
function titleOf(subject: Subject): string {
  const gap = gapOf(subject);
  return gap ? `${subject.subject} (${gap})` : subject.subject;
}

function gapOf({ criteria }: Subject): string | null {
  return formatMissingGrades(criteria.map(({ grade }) => grade));
}

function counted(names: readonly string[], noun: string): string {
  return `${formatCountOf(names.length, noun)}: ${names.join(", ")}`;
}
