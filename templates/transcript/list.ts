import type { ListColumn, ListDocument, ListHeading, ListRow, ListTable } from "../list/data.ts";
import type { LabelledFact } from "../parts/heading.ts";
import type { SignatureField } from "../parts/signatures.ts";

/** A student's results of all years, with a line for each subject. */
export type Transcript = ListHeading & {
  facts: readonly LabelledFact[];
  signed: readonly SignatureField[];
  /** The years, oldest first, such as `2021–2022`, `Form 1` and the class `1C`. */
  years: readonly { label: string; level: string; className: string }[];
  /** The subjects by the years in which the student took them. Each has a result for each year, or null. */
  groups: readonly { title: string; rows: readonly TranscriptRow[] }[];
  /** Lines such as the average, with a value for each year. */
  summary: readonly { label: string; values: readonly string[]; isStrong: boolean }[];
};

export type TranscriptRow = {
  subject: string;
  results: readonly ({ result: string; grade: string } | null)[];
};

const WIDTH = { result: 24, grade: 22, gap: 10, together: 36 };
/** With more years than this, a result and its grade share a column, so that the page stays in portrait. */
const MOST_PAIRS = 5;

export function buildTranscript({ years, groups, summary, ...heading }: Transcript): ListDocument {
  const isPaired = years.length <= MOST_PAIRS;
  const tables: ListTable[] = [
    {
      heading: "Results of the year",
      columns: [SUBJECT, ...years.flatMap(isPaired ? pairOfColumns : yearColumn)],
      groups: groups.map(({ title, rows }) => ({
        title,
        rows: rows.map((row) => resultRow(row, isPaired)),
      })),
      arrangement: "bands",
      spansRuled: true,
    },
    {
      heading: "Year by year",
      columns: [
        { ...SUBJECT, title: "Class" },
        ...years.map(({ className }, index): ListColumn => ({
          key: `year${index}`,
          title: className,
          kind: "text",
          width: isPaired ? WIDTH.result + WIDTH.gap + WIDTH.grade : WIDTH.together,
          align: "center",
        })),
      ],
      groups: [
        {
          title: "",
          rows: summary.map(({ label, values, isStrong }) => ({
            subject: label,
            ...Object.fromEntries(
              values.map((value, index) => [`year${index}`, { value, strong: isStrong }]),
            ),
          })),
        },
      ],
    },
  ];
  return { ...heading, tables: years.length === 0 ? [] : tables };
}

const SUBJECT: ListColumn = { key: "subject", title: "Subject", kind: "text", width: "*" };

function yearColumn({ label, level }: Transcript["years"][number], index: number): ListColumn {
  const title = `${label} ${level}`;
  return { key: `result${index}`, title, kind: "text", width: WIDTH.together, align: "center" };
}

function pairOfColumns({ label, level }: Transcript["years"][number], index: number): ListColumn[] {
  return [
    { key: `result${index}`, title: level, kind: "text", width: WIDTH.result, align: "right", over: label },
    {
      key: `grade${index}`,
      title: "Grade",
      kind: "text",
      width: WIDTH.grade,
      align: "center",
      over: label,
      strong: true,
    },
  ];
}

function resultRow({ subject, results }: TranscriptRow, isPaired: boolean): ListRow {
  const cells = results.flatMap((given, index) => {
    const { result = "", grade = "" } = given ?? {};
    if (!isPaired) return [[`result${index}`, [result, grade].filter(Boolean).join(" ")]];
    return [
      [`result${index}`, result],
      [`grade${index}`, grade],
    ];
  });
  return { ...Object.fromEntries(cells), subject };
}
