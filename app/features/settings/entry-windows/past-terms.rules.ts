import { formatDate } from "#domain/dates.ts";
import {
  formatDateWithWeekday,
  formatCorrectionTarget,
  type CorrectionTargetNames,
} from "#domain/entry/corrections.ts";
import { formatActorName, formatShortName } from "#domain/names.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { periodLabel } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";

/** The kinds of people for whom a past term can be opened. */
export const CORRECTION_TARGET_LABELS = { class: "Class", teacher: "Teacher", student: "Student" } as const;
export type CorrectionTargetKind = keyof typeof CORRECTION_TARGET_LABELS;

type PastTermsParams = { term: number; for: CorrectionTargetKind; id?: number | undefined };

export function pastTermsUrl(params: PastTermsParams | { closed: "all" } | null = null): string {
  return withQuery(PATHS.pastTerms, params ?? {});
}

export function parseCorrectionTargetKind(text: string | null): CorrectionTargetKind {
  return text === "teacher" || text === "student" ? text : "class";
}

type Reach = { students: number; signed: number };

/**
 * A person who could make corrections, with the classes of which this person was form teacher in that term, and the
 * number of lessons.
 */
type Corrector = {
  first_name: string;
  last_name: string;
  leads: string[];
  lessons: number;
  is_employed: boolean;
};

/** Describes, before the term is opened, who could then do what. */
export function describePastTermOpening(
  kind: CorrectionTargetKind,
  { correctors, reach, current }: { correctors: readonly Corrector[]; reach: Reach; current: string },
): { term: string; says: string }[] {
  return [
    { term: "Who can correct", says: whoCanCorrect(kind, correctors) },
    { term: "Open for correction", says: whatCanBeCorrected(kind, { correctors, reach }) },
    {
      term: "Signed reports",
      says:
        reach.signed === 0
          ? "No report is signed."
          : `${formatCountOf(reach.signed, "report")} ${reach.signed === 1 ? "is" : "are"} signed. If a report is corrected, the principal has to sign it again.`,
    },
    { term: "Everyone else", says: `Stays in ${current}` },
  ];
}

function whoCanCorrect(kind: CorrectionTargetKind, correctors: readonly Corrector[]): string {
  const [only] = correctors;
  if (kind === "teacher" && only)
    return only.is_employed
      ? `Only ${formatShortName(only)}`
      : `Nobody, because ${formatShortName(only)} has left the school. Open the term for the class instead.`;
  const present = correctors.filter(({ is_employed }) => is_employed);
  if (present.length === 0)
    return "Only administrators. None of the teachers from that term still work here.";
  const form = present.filter(({ leads }) => leads.length > 0).map(formatShortName);
  const teachers = present.filter(({ lessons }) => lessons > 0).length;
  const who = teachers === 1 ? "the teacher" : `the ${teachers} teachers`;
  return [
    form.length > 0
      ? `${form.join(" and ")} (form ${form.length === 1 ? "teacher" : "teachers"} at the time)`
      : null,
    teachers > 0 ? `${who} who taught these lessons that term` : null,
    "and administrators",
  ]
    .filter((part) => part !== null)
    .join(", ");
}

function whatCanBeCorrected(
  kind: CorrectionTargetKind,
  { correctors, reach }: { correctors: readonly Corrector[]; reach: Reach },
): string {
  const students = formatCountOf(reach.students, "student");
  if (kind !== "teacher") return `Marks, ratings and comments of ${students}`;
  const [own] = correctors;
  const parts = [
    own && own.lessons > 0 ? `marks in ${formatCountOf(own.lessons, "lesson")}` : null,
    own && own.leads.length > 0 ? `reports of ${own.leads.join(", ")}` : null,
  ].filter((part) => part !== null);
  const what = parts.join(" and ");
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}, ${students} in all`;
}

/** A report that needs a new signature. */
type ReportLink = { name: string; url: string };

export type CorrectionCounts = {
  marks: number;
  others: number;
  toSign: readonly ReportLink[];
  reports: number;
};

type AccountName = { user_name: string; first_name: string | null; last_name: string | null };

type Listed = CorrectionTargetNames & {
  entry_correction_id: number;
  version: number;
  academic_year_id: number;
  term: number;
  until: string;
  reason: string;
  opened_by: AccountName;
  opened_on: string;
  ended_on: string | null;
  closed_by: AccountName | null;
};

/** Returns a line of the lists of open and closed corrections. */
export function toCorrectionView(row: Listed, corrected: CorrectionCounts) {
  const name = formatCorrectionTarget(row);
  return {
    id: row.entry_correction_id,
    version: row.version,
    name,
    title: `${name}, ${periodLabel(row.academic_year_id, row.term)}`,
    untilDay: formatDate(row.until),
    reason: row.reason,
    until: formatDateWithWeekday(row.until),
    opened: `Opened by ${formatActorName(row.opened_by)} on ${formatDate(row.opened_on)}`,
    corrected: describeCorrected(corrected, row.ended_on === null),
    toSign: corrected.toSign,
    ended:
      row.ended_on === null
        ? null
        : row.closed_by
          ? `Closed by ${formatActorName(row.closed_by)} on ${formatDateWithWeekday(row.ended_on)}`
          : `Closed automatically on ${formatDateWithWeekday(row.ended_on)}`,
  };
}

/** Counts the corrections, as in `2 marks corrected, 2 reports to sign again`. */
function describeCorrected({ marks, others, toSign, reports }: CorrectionCounts, isOpen: boolean): string {
  if (marks + others === 0) return isOpen ? "Nothing corrected yet" : "Nothing was corrected";
  const entries = `${marks > 0 ? "other " : ""}${others === 1 ? "entry" : "entries"}`;
  const parts = [
    marks > 0 ? `${formatCountOf(marks, "mark")} corrected` : null,
    others > 0 ? `${others} ${entries} corrected` : null,
    toSign.length > 0 ? `${formatCountOf(toSign.length, "report")} to sign again` : null,
    toSign.length === 0 && reports > 0 ? `${formatCountOf(reports, "report")} signed` : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}
