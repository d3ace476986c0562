import type { ListColumn, ListDocument, ListGroup, ListHeading, ListRow, ListTable } from "../list/data.ts";
import type { SignatureField } from "../parts/signatures.ts";

/** The best students of a class, a level or the school: by average, in each subject, and by progress. */
export type MeritList = ListHeading & {
  signed: readonly SignatureField[];
  /** The ranked students, best first. A shared place begins with `=`. */
  averages: readonly MeritEntry[];
  subjects: readonly { subject: string; name: string; className: string; figure: string }[];
  /** The students whose average rose since the term before, the largest rise first; `from` is `59.4 to 71.9`. */
  progress: readonly (MeritEntry & { from: string })[];
  /** The term before, such as `Term 3`; null if there is none. */
  since: string | null;
};

export type MeritEntry = { place: string; name: string; className: string; figure: string };

/** The most entries that a page has space for. The spreadsheet has all. */
const ON_PAPER = { averages: 30, progress: 15 };

const PLACE: ListColumn = { key: "place", title: "", kind: "text", width: 20, align: "right" };
const NAME: ListColumn = { key: "name", title: "Name", kind: "text", width: "*" };
const CLASS: ListColumn = { key: "className", title: "Class", kind: "text", width: 30 };
const FROM: ListColumn = { key: "from", title: "From, to", kind: "text", width: 56, align: "right" };

function figure(title: string): ListColumn {
  return { key: "figure", title, kind: "text", width: 32, align: "right", strong: true };
}

export function buildMeritList(data: MeritList): ListDocument {
  const { averages, subjects, progress, since, ...heading } = data;
  const tables: ListTable[] = [
    { heading: "By average", columns: [PLACE, NAME, CLASS, figure("Average")], groups: groupOf(averages) },
    {
      heading: "First in each subject",
      columns: [
        { key: "subject", title: "Subject", kind: "text", width: "*" },
        { ...NAME, width: 180 },
        CLASS,
        figure("Result"),
      ],
      groups: groupOf(subjects),
    },
    {
      heading: `Most progress since ${since ?? "the term before"}`,
      columns: [PLACE, NAME, CLASS, { ...FROM, width: 70 }, figure("Points")],
      groups: groupOf(progress),
    },
  ];
  return { ...heading, tables: tables.filter(({ groups }) => groups.some(({ rows }) => rows.length > 0)) };
}

/** Builds the list for paper, with the three lists as blocks in two columns. */
export function buildMeritListOnPaper(data: MeritList): ListDocument {
  const { averages, subjects, progress, since, ...heading } = data;
  const groups: ListGroup[] = [
    { title: "By average", rows: averages.slice(0, ON_PAPER.averages), without: ["from"] },
    {
      title: "First in each subject",
      rows: subjects.map(({ subject, name, ...others }) => ({
        ...others,
        name: { value: subject, under: name },
      })),
      without: ["place", "from"],
    },
    {
      title: `Most progress since ${since ?? "the term before"}`,
      rows: progress.slice(0, ON_PAPER.progress),
      without: [],
    },
  ];
  const columns = [PLACE, { ...NAME, title: "" }, CLASS, { ...FROM, title: "" }, figure("")];
  const table: ListTable = { columns, groups, arrangement: "blocks" };
  return { ...heading, tables: averages.length + subjects.length === 0 ? [] : [table] };
}

function groupOf(rows: readonly ListRow[]): ListGroup[] {
  return [{ title: "", rows }];
}
