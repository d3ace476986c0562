import { formatDate } from "#domain/dates.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { formatClassCount, formatCountOf } from "#domain/text/noun.ts";

export type ReportChangedSincePosted = {
  name: string;
  /** The URL of the report; null for a person who may not open reports. */
  url: string | null;
  /** The last change with its author and time, such as `Mathematics 61 to 64, C. Pierre, today 10:20`. */
  what: string;
};

export type PostingLine = {
  classId: number;
  label: string;
  /** The form teacher and co-teachers; empty for a class without a teacher. */
  teachers: string;
  /** The day of the posting, such as `2026-07-01`; null if the reports are not posted. */
  postedOn: string | null;
  reports: number;
  complete: number;
  signed: number;
  changed: readonly ReportChangedSincePosted[];
};

export type PostingGroup = { title: string; lines: readonly PostingLine[] };

export function postReportsUrl(termId: number, level: number | null = null): string {
  return withQuery(PATHS.postReports, { term: termId, level });
}

/** Groups the classes. Those that need attention come first, and empty groups are left out. */
export function groupPostingLines(lines: readonly PostingLine[]): PostingGroup[] {
  const groups = [
    { title: "Not posted", lines: lines.filter(({ postedOn }) => postedOn === null) },
    { title: "Posted", lines: lines.filter(({ postedOn }) => postedOn !== null) },
  ];
  return groups.filter((group) => group.lines.length > 0);
}

/** Describes whether all, some or none of the listed classes are posted. */
export function describePosting(lines: readonly PostingLine[]): {
  is: "posted" | "partly" | "held back";
  words: string;
} {
  const { since, posted } = summarisePostings(lines);
  if (since === null) return { is: "held back", words: "No" };
  const day = formatDate(since);
  if (posted === lines.length) return { is: "posted", words: `Yes, since ${day}` };
  return {
    is: "partly",
    words: `Partly: ${posted} of ${formatClassCount(lines.length)}, the first on ${day}`,
  };
}

/** Summarises which classes are posted, and how many of their reports have changed since. */
export function summarisePostings(lines: readonly PostingLine[]) {
  const posted = lines.flatMap(({ postedOn }) => postedOn ?? []).toSorted();
  const changed = lines.filter((line) => line.changed.length > 0);
  return {
    since: posted[0] ?? null,
    posted: posted.length,
    changedClasses: changed.length,
    changedReports: sumOf(changed, (line) => line.changed.length),
  };
}

/**
 * Returns texts such as `3 classes selected`, `91 reports`, and `5 not complete, 8 not signed`. The last text is null
 * if all reports are complete and signed.
 */
export function formatPostingSelection(lines: readonly PostingLine[]) {
  const notComplete = sumOf(lines, ({ reports, complete }) => reports - complete);
  const notSigned = sumOf(lines, ({ reports, signed }) => reports - signed);
  const gaps = [
    ...(notComplete > 0 ? [`${notComplete} not complete`] : []),
    ...(notSigned > 0 ? [`${notSigned} not signed`] : []),
  ];
  return {
    classes: formatClassCount(lines.length),
    reports: formatCountOf(
      sumOf(lines, ({ reports }) => reports),
      "report",
    ),
    notInOrder: gaps.length > 0 ? gaps.join(", ") : null,
  };
}

function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}
