import type { ListColumn, ListDocument, ListHeading, ListTable } from "../list/data.ts";
import type { LabelledFact } from "../parts/heading.ts";
import type { SignatureField } from "../parts/signatures.ts";

/**
 * Everything that the reports of all years say about a student: a table of results and a table of comments for each
 * year.
 */
export type CumulativeRecord = ListHeading & {
  facts: readonly LabelledFact[];
  signed: readonly SignatureField[];
  years: readonly {
    title: string;
    /** The result of each term and of the year, as printed. */
    rows: readonly { subject: string; terms: readonly string[]; year: string; grade: string }[];
    /** Lines below the results, such as the averages or the sessions absent. */
    closing: readonly { label: string; terms: readonly string[]; year: string }[];
    comments: readonly { term: string; teacher: string; principal: string }[];
  }[];
};

const TERMS = [1, 2, 3];

const RESULTS: readonly ListColumn[] = [
  { key: "subject", title: "Subject", kind: "text", width: "*" },
  ...TERMS.map((term): ListColumn => ({
    key: `term${term}`,
    title: `Term ${term}`,
    kind: "text",
    width: 44,
    align: "right",
  })),
  { key: "year", title: "Year", kind: "text", width: 50, align: "right", strong: true },
  { key: "grade", title: "Grade", kind: "text", width: 34, align: "center", strong: true },
];

const COMMENTS: readonly ListColumn[] = [
  { key: "term", title: "Term", kind: "text", width: 36 },
  { key: "teacher", title: "Class teacher’s comment", kind: "text", width: "*" },
  { key: "principal", title: "Principal’s comment", kind: "text", width: 170 },
];

export function buildCumulativeRecord({ years, ...heading }: CumulativeRecord): ListDocument {
  return { ...heading, tables: years.flatMap(yearTables) };
}

function yearTables({ title, rows, closing, comments }: CumulativeRecord["years"][number]): ListTable[] {
  const cellsOf = (terms: readonly string[]) =>
    Object.fromEntries(TERMS.map((term, index) => [`term${term}`, terms[index] ?? ""]));
  const results: ListTable = {
    heading: title,
    columns: RESULTS,
    groups: [{ title: "", rows: rows.map(({ terms, ...row }) => ({ ...row, ...cellsOf(terms) })) }],
    closing: closing.map(({ label, terms, year }) => ({
      ...cellsOf(terms),
      subject: label,
      year,
      grade: "",
    })),
  };
  return comments.length === 0
    ? [results]
    : [results, { columns: COMMENTS, groups: [{ title: "", rows: comments }] }];
}
