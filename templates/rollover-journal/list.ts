import { formatCountOf } from "#domain/text/noun.ts";
import {
  formatCarriedOverTitle,
  type CarriedOver,
  countAllOutcomes,
  type RolloverBalance,
} from "#domain/rollover/rollover.ts";
import type { ListColumn, ListDocument, ListHeading, ListRow, ListTable } from "../list/data.ts";

/** The journal of a rollover: the numbers of students, and each student's class before and after. */
export type RolloverJournal = ListHeading & {
  /** False for a rollover within a year, in which nobody changes class. */
  endsYear: boolean;
  balance: RolloverBalance;
  /** The result for everything except students. Null within a year, and in journals from before this was stored. */
  carriedOver: CarriedOver | null;
  /** The students by old class, in the order of the classes. */
  classes: { title: string; students: JournalStudent[] }[];
};

type JournalStudent = {
  name: string;
  studentId: string;
  was: string;
  /** The class after the rollover; empty if the student has none. */
  now: string;
  what: string;
  /** True if nobody made the decision, so that the outcome is assumed. */
  isAssumed: boolean;
  why: string;
};

const STUDENTS: Columns = [
  { key: "name", title: "Name", kind: "text", width: "*" },
  { key: "studentId", title: "Student ID", kind: "text", width: 48 },
  { key: "was", title: "Old class", kind: "text", width: 46 },
  { key: "now", title: "New class", kind: "text", width: 46, strong: true },
  { key: "what", title: "Outcome", kind: "text", width: 94 },
  { key: "why", title: "Reason", kind: "text", width: 132 },
];

/** Builds the journal for worksheets. The old class is a column, by which a spreadsheet can sort and filter. */
export function rolloverJournal(journal: RolloverJournal): ListDocument {
  return journalWith(STUDENTS, journal);
}

/** Builds the journal for paper, where the band above a group of students names their old class. */
export function rolloverJournalOnPaper(journal: RolloverJournal): ListDocument {
  const columns = STUDENTS.filter((column) => !("key" in column) || column.key !== "was");
  return { ...journalWith(columns, journal), orientation: "portrait" };
}

type Columns = readonly ListColumn<JournalStudent>[];

function journalWith(
  columns: Columns,
  { classes, balance, carriedOver, endsYear: turnsYear, ...heading }: RolloverJournal,
): ListDocument {
  const everybody: ListTable = {
    heading: "Journal",
    columns: columns as readonly ListColumn[],
    numbered: "through",
    groups: classes.map(({ title, students }) => ({
      title,
      aside: formatCountOf(students.length, "student"),
      rows: students.map(rowOf),
    })),
  };
  const besides = carriedOver ? carriedTables(carriedOver) : [];
  return { ...heading, tables: [balanceTable(balance, turnsYear), ...besides, everybody] };
}

/** Builds a student's row. An assumed outcome is in italics. */
function rowOf({ isAssumed, what, ...student }: JournalStudent): ListRow {
  return { ...student, what: isAssumed ? { value: what, italics: true } : what };
}

/** Builds a table with a line and totals for each kind of item, and tables with the names of what was left out. */
function carriedTables({ lines, notCarried }: CarriedOver): ListTable[] {
  const number = (key: string, title: string): ListColumn => {
    return { key, title, kind: "number", width: 62, align: "right" };
  };
  const sums: ListTable = {
    heading: "Carried over into the new year",
    columns: [
      { key: "title", title: "", kind: "text", width: "*" },
      number("carried", "Carried over"),
      number("added", "New"),
      number("leftOut", "Left out"),
      { ...number("all", "Total"), ruled: true },
    ],
    groups: [
      {
        title: "",
        rows: lines.map((line) => {
          const { carried, added, leftOut, note } = line;
          const title = { value: formatCarriedOverTitle(line), ...(note && { under: note }) };
          return { title, carried, added, leftOut, all: carried + added + leftOut };
        }),
      },
    ],
  };
  const names: ListTable = {
    heading: "Not carried over",
    columns: [
      { key: "what", title: "Item", kind: "text", width: 150, strong: true },
      { key: "why", title: "Reason", kind: "text", width: 130 },
      { key: "means", title: "What it means", kind: "text", width: "*" },
    ],
    groups: [{ title: "", rows: notCarried.map(({ what, why, means }) => ({ what, why, means })) }],
  };
  return notCarried.length > 0 ? [sums, names] : [sums];
}

type Figure = { title: string; figure: number; isOfYear?: boolean; ruled?: boolean };

/**
 * Builds the table of student numbers. The enrolment is at the left, then come the outcomes and their sum and, after a
 * line, the students who joined.
 */
function balanceTable(balance: RolloverBalance, turnsYear: boolean): ListTable {
  const figures: Figure[] = [
    { title: "Enrolled", figure: balance.enrolled },
    { title: "Promoted", figure: balance.promoted, isOfYear: true },
    { title: "Repeating", figure: balance.repeating, isOfYear: true },
    { title: "Leaving", figure: balance.leaving, isOfYear: true },
    { title: "Staying", figure: balance.staying },
    { title: "Not in a class", figure: balance.unplaced },
    { title: "Total", figure: countAllOutcomes(balance) },
    { title: "Newly registered", figure: balance.newcomers, ruled: true },
    { title: "On the roll", figure: balance.on_roll },
  ];
  const shown = figures.filter(({ isOfYear }) => turnsYear || !isOfYear);
  return {
    heading: "Student numbers",
    columns: shown.map(({ title, ruled = false }) => ({
      key: title,
      title,
      ruled,
      kind: "number",
      width: 52,
      align: "right",
    })),
    groups: [{ title: "", rows: [Object.fromEntries(shown.map(({ title, figure }) => [title, figure]))] }],
  };
}
