import type { LateMarkSheetLine } from "#domain/late/sheets.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { currentTermUrl } from "../current-term/current-term.rules.ts";
import {
  formatNumber,
  sortByMissing,
  sumBy,
  type ClassReadiness,
  type ReadinessFinding,
  type LinkedText,
  type SchoolFindings,
  type BoardLinkAccess,
} from "./readiness.ts";

/** Checks whether the next term has dates. They can be entered in the form that starts the rehearsal. */
export function findMissingDates({ dates: { of, words, begins } }: SchoolFindings): ReadinessFinding {
  const to = currentTermUrl("advance");
  return {
    name: "Dates",
    missing: words === null ? 1 : 0,
    of: null,
    stops: true,
    why: begins ? `${of} begins on ${begins}. Enter its last day.` : `${of} has no dates yet.`,
    done: words ?? "",
    places: [],
    ...NO_MORE,
    mend: { words: "Enter dates", to },
    see: { words: "Current Term", to },
  };
}

export const MOST_LINES_NAMED = 3;

/**
 * Counts the missing marks on all mark sheets of the term, as the late board does. Sheets that are not due yet are
 * included, because the rollover comes after their dates.
 */
export function findMissingMarks(
  { marks: { done, total, early, open }, lines }: SchoolFindings,
  ways: BoardLinkAccess,
): ReadinessFinding {
  const incomplete = sortByMissing(lines, missingOf);
  const board = (missing: "marks" | null) =>
    ways.opensLateBoard ? withQuery(PATHS.lateBoard, { by: "subjects", missing }) : null;
  return {
    name: "Marks",
    missing: total - done,
    of: total,
    why: `Missing marks print as blanks.${early > 0 ? ` ${formatNumber(early)} ${early === 1 ? "is" : "are"} not due yet.` : ""}`,
    done: `Every mark is entered, ${formatNumber(total)} in all.`,
    places: incomplete.map((line) => ({
      words: `${line.classLabel} ${line.subject} ${formatNumber(missingOf(line))}`,
      to: blankest(line),
    })),
    unnamed: open - incomplete.length,
    most: MOST_LINES_NAMED,
    others: { noun: "lesson", to: board("marks") },
    mend: ways.opensLateBoard ? { words: "Open mark sheets", to: board("marks") } : BY_TEACHERS,
    see: ways.opensLateBoard ? { words: "Late Board", to: board(null) } : null,
  };
}

export function findIncompleteReports({ classes }: SchoolFindings, ways: BoardLinkAccess): ReadinessFinding {
  const returned = sumBy(classes, (held) => held.reports.returned);
  const left = ({ reports: { total, complete } }: ClassReadiness) => total - complete;
  return {
    name: "Reports",
    ...ofReports(classes, left),
    why: `Not complete yet${returned > 0 ? `, ${formatNumber(returned)} sent back` : ""}.`,
    done: "Every report is complete.",
    places: placesOf(classes, left, ({ reportsUrl }) => (ways.readsReports ? reportsUrl : null)),
    ...moreOf("reports", ways),
    mend: { words: ways.opensLateBoard ? "Complete reports" : "See by class", to: byClass("reports", ways) },
  };
}

/**
 * Counts the reports that the principal can sign now, which are complete and not signed in their present state. If
 * there are none, counts the incomplete reports, because the signatures are not ready before every report is signed.
 */
export function findMissingSignatures({ classes }: SchoolFindings, ways: BoardLinkAccess): ReadinessFinding {
  const toSign = sumBy(classes, (held) => held.reports.toSign);
  const changed = sumBy(classes, (held) => held.reports.changed);
  const complete = sumBy(classes, (held) => held.reports.complete);
  const left = ({ reports }: ClassReadiness) =>
    toSign === 0 ? reports.total - reports.complete : reports.toSign;
  const signUrl = ({ signUrl: sign, reportsUrl }: ClassReadiness) => {
    if (ways.signs) return sign;
    return ways.readsReports ? reportsUrl : null;
  };
  return {
    name: "Signatures",
    ...ofReports(classes, left),
    why: whyNotSigned({ complete, toSign, changed }),
    done: "Every report is signed.",
    places: placesOf(classes, left, signUrl),
    ...moreOf("signatures", ways),
    mend: {
      words: ways.opensLateBoard ? "Open reports" : "See by class",
      to: byClass("signatures", ways),
    },
  };
}

type SignatureCounts = { complete: number; toSign: number; changed: number };

function whyNotSigned({ complete, toSign, changed }: SignatureCounts): string {
  if (complete === 0) return "No report is complete yet, so none can be signed.";
  if (toSign === 0)
    return `${formatCountOf(complete, "complete report")} ${complete === 1 ? "is" : "are"} signed. The others are not complete yet.`;
  return changed > 0
    ? `Complete but not signed yet. ${formatNumber(changed)} changed since signing.`
    : "Complete but not signed yet.";
}

export function findUnpostedClasses({ classes }: SchoolFindings): ReadinessFinding {
  const held = classes.filter(({ isPosted }) => !isPosted);
  return {
    name: "Posting",
    missing: held.length,
    of: classes.length,
    why: "Classes whose reports are not posted.",
    done: "The reports of every class are posted.",
    places: held.map(({ label }) => ({ words: label, to: PATHS.postReports })),
    most: 6,
    others: { noun: "class", to: PATHS.postReports },
    mend: { words: "Post reports", to: PATHS.postReports },
    see: POSTED,
  };
}

/** Finds classes without a form teacher. Within a year the classes continue, and need one to write the reports. */
export function findClassesWithoutFormTeacher(
  { classes, year }: SchoolFindings,
  ways: BoardLinkAccess,
): ReadinessFinding | null {
  if (year) return null;
  const without = classes.filter(({ isLed }) => !isLed);
  const to = ways.opensEmployees ? PATHS.employees : null;
  return {
    name: "Form teachers",
    missing: without.length,
    of: classes.length,
    why: "Without a form teacher, nobody writes the reports of a class.",
    done: "Every class has a form teacher.",
    places: without.map(({ label }) => ({ words: label, to })),
    most: 6,
    others: { noun: "class", to },
    mend: to ? { words: "Choose teachers", to } : null,
    see: to ? { words: "Employees", to } : null,
  };
}

const POSTED: LinkedText = { words: "Post Reports", to: PATHS.postReports };
/** The text for a person who may not open mark sheets, such as the office. */
const BY_TEACHERS: LinkedText = { words: "Entered by teachers", to: null };
const NO_MORE = { most: 0, others: { noun: "", to: null } };

type Sheet = LateMarkSheetLine["sheets"][number];

function leftOf({ entered, expected }: Sheet): number {
  return expected - entered;
}

function missingOf({ sheets }: LateMarkSheetLine): number {
  return sumBy(sheets, leftOf);
}

function blankest({ sheets }: LateMarkSheetLine): string | null {
  const [first] = sortByMissing(sheets, leftOf);
  return first?.url ?? null;
}

type CountOf = (held: ClassReadiness) => number;

function ofReports(classes: readonly ClassReadiness[], left: CountOf) {
  return { missing: sumBy(classes, left), of: sumBy(classes, ({ reports: { total } }) => total) };
}

function placesOf(
  classes: readonly ClassReadiness[],
  left: CountOf,
  urlOf: (held: ClassReadiness) => string | null,
): LinkedText[] {
  return sortByMissing(classes, left).map((held) => ({
    words: `${held.label} ${formatNumber(left(held))}`,
    to: urlOf(held),
  }));
}

/** Returns the URL of the progress by class. People without access to the late board find it under Post Reports. */
function byClass(missing: "reports" | "signatures", { opensLateBoard }: BoardLinkAccess): string {
  return opensLateBoard ? withQuery(PATHS.lateBoard, { missing }) : PATHS.postReports;
}

function moreOf(missing: "reports" | "signatures", ways: BoardLinkAccess) {
  return { most: 3, others: { noun: "class", to: byClass(missing, ways) }, see: POSTED };
}
