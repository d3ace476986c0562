import { sumProgress } from "#domain/late/sheet-lines.ts";
import type { SheetLine } from "#domain/late/sheets.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { purposeUrl } from "../current-term/current-term.rules.ts";
import {
  formatNumber,
  mostFirst,
  sumOf,
  type ClassOfTerm,
  type Finding,
  type LinkedText,
  type SchoolFindings,
  type Ways,
} from "./readiness.ts";

/** The functions of this file find the needs of every rollover: of the term that ends and of the one that begins. */

/** Without dates there is no next term; the form of the rehearsal asks for them. */
export function dates({ dates: { of, words, begins } }: SchoolFindings): Finding {
  const to = purposeUrl("advance");
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

/**
 * Counts all sheets of the term, including those that are not due yet, because the rollover comes after them. The rest
 * is counted as on the late board.
 */
export function marks({ lines }: SchoolFindings, ways: Ways): Finding {
  const counted = lines.map((line) => ({ line, ...enteredOf(line) }));
  const { done, total } = sumProgress(counted);
  const early = sumOf(lines, ({ sheets }) => sumOf(sheets, (sheet) => (sheet.isDue ? 0 : leftOf(sheet))));
  const board = (missing: "marks" | null) =>
    ways.opensLateBoard ? withQuery(PATHS.lateBoard, { by: "subjects", missing }) : null;
  return {
    name: "Marks",
    missing: total - done,
    of: total,
    why: `Missing marks print as blanks.${early > 0 ? ` ${formatNumber(early)} ${early === 1 ? "is" : "are"} not due yet.` : ""}`,
    done: `Every mark is entered, ${formatNumber(total)} in all.`,
    places: mostFirst(counted, (each) => each.total - each.done).map(({ line, ...each }) => ({
      words: `${line.classLabel} ${line.subject} ${formatNumber(each.total - each.done)}`,
      to: blankest(line),
    })),
    most: 3,
    others: { noun: "subject", to: board("marks") },
    mend: ways.opensLateBoard ? { words: "Open mark sheets", to: board("marks") } : BY_TEACHERS,
    see: ways.opensLateBoard ? { words: "Late Board", to: board(null) } : null,
  };
}

export function reports({ classes }: SchoolFindings, ways: Ways): Finding {
  const returned = sumOf(classes, (held) => held.reports.returned);
  const left = ({ reports: { total, complete } }: ClassOfTerm) => total - complete;
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

/** Counts the reports that the principal can sign now: complete, and not signed in their current state. */
export function signatures({ classes }: SchoolFindings, ways: Ways): Finding {
  const left = ({ reports: { toSign } }: ClassOfTerm) => toSign;
  const changed = sumOf(classes, (held) => held.reports.changed);
  const complete = sumOf(classes, (held) => held.reports.complete);
  const total = sumOf(classes, (held) => held.reports.total);
  const signUrl = ({ signUrl: sign, reportsUrl }: ClassOfTerm) => {
    if (ways.signs) return sign;
    return ways.readsReports ? reportsUrl : null;
  };
  return {
    name: "Signatures",
    ...ofReports(classes, left),
    ...(complete === 0 && { missing: total }),
    why: whyNotSigned({ complete, changed }),
    done:
      complete === total
        ? "Every report is signed."
        : `Every complete report is signed: ${formatNumber(complete)} of ${formatNumber(total)}.`,
    places: placesOf(classes, left, signUrl),
    ...moreOf("signatures", ways),
    mend: {
      words: ways.opensLateBoard ? "Open reports" : "See by class",
      to: byClass("signatures", ways),
    },
  };
}

function whyNotSigned({ complete, changed }: { complete: number; changed: number }): string {
  if (complete === 0) return "No report is complete yet, so none can be signed.";
  return changed > 0
    ? `Complete but not signed yet. ${formatNumber(changed)} changed since signing.`
    : "Complete but not signed yet.";
}

export function posting({ classes }: SchoolFindings): Finding {
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

/** Within a year the classes stay, so a class without a form teacher would have nobody to write its reports. */
export function formTeachers({ classes, year }: SchoolFindings, ways: Ways): Finding | null {
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
/** The office may not open mark sheets. */
const BY_TEACHERS: LinkedText = { words: "Entered by teachers", to: null };
const NO_MORE = { most: 0, others: { noun: "", to: null } };

type Sheet = SheetLine["sheets"][number];

function leftOf({ entered, expected }: Sheet): number {
  return expected - entered;
}

function enteredOf({ sheets }: SheetLine) {
  return { done: sumOf(sheets, ({ entered }) => entered), total: sumOf(sheets, ({ expected }) => expected) };
}

/** Returns the sheet of a line that lacks most marks. */
function blankest({ sheets }: SheetLine): string | null {
  const [first] = mostFirst(sheets, leftOf);
  return first?.url ?? null;
}

type CountOf = (held: ClassOfTerm) => number;

function ofReports(classes: readonly ClassOfTerm[], left: CountOf) {
  return { missing: sumOf(classes, left), of: sumOf(classes, ({ reports: { total } }) => total) };
}

function placesOf(
  classes: readonly ClassOfTerm[],
  left: CountOf,
  urlOf: (held: ClassOfTerm) => string | null,
): LinkedText[] {
  return mostFirst(classes, left).map((held) => ({
    words: `${held.label} ${formatNumber(left(held))}`,
    to: urlOf(held),
  }));
}

/** The office sees the progress of reports for each class under Post Reports. */
function byClass(missing: "reports" | "signatures", { opensLateBoard }: Ways): string {
  return opensLateBoard ? withQuery(PATHS.lateBoard, { missing }) : PATHS.postReports;
}

function moreOf(missing: "reports" | "signatures", ways: Ways) {
  return { most: 3, others: { noun: "class", to: byClass(missing, ways) }, see: POSTED };
}
