import type { ListColumn, ListDocument, ListHeading, ListRow } from "../list/data.ts";

/** A list of the students or teachers behind a figure of the results, with space for notes. */
export type MarkList = ListHeading & {
  kind: "average" | "mark" | "subject mark" | "failing" | "change" | "missing" | "report";
  rows: readonly MarkListEntry[];
};

type MarkListEntry = {
  name: string;
  label: string;
  /** The subject, several subjects with their percentages, or the state of a report, such as `Not complete`. */
  subject: string;
  /** The average, the mark, or a number such as `3 of 35`. */
  figure: string;
  grade: string;
  before: string;
  change: string;
  /** True if the figure is low and must stand out. */
  isLow: boolean;
};

const CLASS: ListColumn = { key: "label", title: "Class", kind: "text", width: 48 };
const NAME: ListColumn = { key: "name", title: "Name", kind: "text", width: "*" };
const SUBJECT: ListColumn = { key: "subject", title: "Subject", kind: "text", width: 120 };
const GRADE: ListColumn = { key: "grade", title: "Grade", kind: "text", width: 34, align: "right" };

function figure(title: string, width = 44): ListColumn {
  return { key: "figure", title, kind: "text", width, align: "right" };
}

const COLUMNS: Record<MarkList["kind"], readonly ListColumn[]> = {
  average: [CLASS, NAME, figure("Average"), GRADE],
  mark: [CLASS, NAME, figure("Mark"), GRADE],
  "subject mark": [CLASS, NAME, SUBJECT, figure("Mark")],
  failing: [
    CLASS,
    NAME,
    { key: "subject", title: "Below the pass mark", kind: "text", width: 190 },
    figure("Subjects"),
  ],
  change: [
    CLASS,
    NAME,
    { key: "before", title: "Before", kind: "text", width: 40, align: "right" },
    figure("Now", 40),
    { key: "change", title: "Change", kind: "text", width: 44, align: "right" },
  ],
  report: [CLASS, NAME, { key: "subject", title: "Report", kind: "text", width: 120 }],
  missing: [
    { key: "name", title: "Teacher", kind: "text", width: "*" },
    CLASS,
    SUBJECT,
    figure("Missing", 56),
  ],
};

const NOTES: ListColumn = { key: "said", title: "Notes", kind: "text", width: 110 };

/** Builds the list. Bold text marks the first row of each class, and figures that stand out. */
export function buildMarkList({ kind, rows, ...heading }: MarkList): ListDocument {
  const columns = [...COLUMNS[kind], NOTES];
  const cells = rows.map((row, index) => cellsOf(row, rows[index - 1]?.label !== row.label));
  return { ...heading, orientation: "portrait", tables: [{ columns, groups: [{ title: "", rows: cells }] }] };
}

function cellsOf(row: MarkListEntry, isFirst: boolean): ListRow {
  return {
    label: { value: row.label, strong: isFirst, quiet: !isFirst },
    name: row.name,
    subject: row.subject,
    figure: { value: row.figure, strong: row.isLow },
    grade: row.grade,
    before: { value: row.before, quiet: true },
    change: { value: row.change, strong: true },
    said: "",
  };
}
