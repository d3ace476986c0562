import { formatCountOf } from "#domain/text/noun.ts";
import {
  formatCarriedOverTitle,
  type CarriedOver,
  countAllRolloverOutcomes,
  type RolloverOutcomeKind,
  type RolloverBalance,
} from "#domain/rollover/rollover.ts";
import type { LabelledFact } from "../parts/heading.ts";
import type { ListColumn, ListDocument, ListHeading, ListRow, ListTable } from "../list/data.ts";

/** The journal of a rollover: the numbers of students, and each student's class before and after. */
export type RolloverJournal = ListHeading & {
  /** False for a rollover within a year, in which nobody changes class. */
  endsYear: boolean;
  balance: RolloverBalance;
  /**
   * The data other than students that was carried over, or null for a rollover within a year, and in old journals
   * that were stored without this data.
   */
  carriedOver: CarriedOver | null;
  /** The students by old class, in the order of the classes. */
  classes: { title: string; students: JournalStudent[] }[];
  /**
   * The facts about the rollover: who rehearsed and started the new term and when, when it was finished, and how long
   * it can be undone.
   */
  facts: readonly LabelledFact[];
};

type JournalStudent = {
  name: string;
  studentId: string;
  was: string;
  /** The class after the rollover; empty if the student has none. */
  now: string;
  outcome: RolloverOutcomeKind;
  /** The outcome in words. */
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
export function buildRolloverJournal(journal: RolloverJournal): ListDocument {
  return journalWith(STUDENTS, journal);
}

/**
 * Builds the journal for paper. At the end of a year, the first page has the sum of all outcomes, a line for each class,
 * and the students who did not move up as usual. The band above a group of students names their old class.
 */
export function buildRolloverJournalOnPaper(journal: RolloverJournal): ListDocument {
  const columns = STUDENTS.filter((column) => !("key" in column) || column.key !== "was");
  const document = { ...journalWith(columns, journal), orientation: "portrait" as const };
  if (!journal.endsYear || journal.classes.length === 0) return document;
  const [, ...others] = document.tables;
  const first = [classesTable(journal.classes), ...exceptionsTable(journal.classes)];
  return {
    ...document,
    ...sumOf(journal.balance),
    period: `${journal.about.replace(/^From /, "")} to ${journal.period}`,
    facts: [
      {
        label: "On the roll of the new term",
        value: `${journal.balance.on_roll}, ${journal.balance.newcomers} of them newly registered`,
      },
      ...journal.facts,
    ],
    tables: [
      ...first,
      ...others.map((table) => (table.heading === "Journal" ? { ...table, ownPage: true } : table)),
    ],
  };
}

/** Writes the balance as sums in large letters: `405 = 343 promoted + 4 repeating + 56 leaving`. */
function sumOf(balance: RolloverBalance): Pick<ListHeading, "about" | "aside" | "counts"> {
  const { enrolled, promoted, repeating, leaving, staying, unplaced } = balance;
  const parts = [
    `${promoted} promoted`,
    `${repeating} repeating`,
    `${leaving} leaving`,
    ...(staying > 0 ? [`${staying} staying`] : []),
    ...(unplaced > 0 ? [`${unplaced} in no class`] : []),
  ];
  return {
    about: `${enrolled} = ${parts.join(" + ")}`,
    aside: "",
    counts: [],
  };
}

type JournalClass = RolloverJournal["classes"][number];

const CLASSES: readonly ListColumn[] = [
  { key: "was", title: "Old class", kind: "text", width: "*" },
  { key: "now", title: "New class", kind: "text", width: 130 },
  { key: "enrolled", title: "Enrolled", kind: "count", width: 44 },
  { key: "promoted", title: "Promoted", kind: "count", width: 46 },
  { key: "assumed", title: "of them assumed", kind: "count", width: 66 },
  { key: "repeating", title: "Repeating", kind: "count", width: 46, strong: true },
  { key: "leaving", title: "Leaving", kind: "count", width: 44 },
];

/** Builds a line for each class that existed before, with the class to which its students were promoted. */
function classesTable(classes: readonly JournalClass[]): ListTable {
  const rows = classes
    .map(({ title, students }) => {
      const before = students.filter(({ outcome }) => outcome !== "new");
      const promoted = before.filter(({ outcome }) => outcome === "promoted");
      const count = (kind: RolloverOutcomeKind) => before.filter(({ outcome }) => outcome === kind).length;
      return {
        was: title,
        now: nextClass(promoted, count("leaving")),
        enrolled: before.length,
        promoted: promoted.length,
        assumed: promoted.filter(({ isAssumed }) => isAssumed).length,
        repeating: count("repeating"),
        leaving: count("leaving"),
      };
    })
    .filter(({ enrolled }) => enrolled > 0);
  return { columns: CLASSES, groups: [{ title: "", rows }], total: "School" };
}

function nextClass(promoted: readonly JournalStudent[], leaving: number): ListRow[string] {
  const labels = [...new Set(promoted.map(({ now }) => now))];
  const [only = ""] = labels;
  if (labels.length === 0) return { value: leaving > 0 ? "leave the school" : "in no class", italics: true };
  return labels.length <= 3
    ? `\u2192 ${labels.join(", ")}`
    : `\u2192 ${only} and ${labels.length - 1} others`;
}

const EXCEPTIONS: readonly ListColumn[] = [
  { key: "name", title: "Name", kind: "text", width: "*" },
  { key: "studentId", title: "Student ID", kind: "text", width: 52 },
  { key: "classes", title: "Classes", kind: "text", width: 110 },
  { key: "outcome", title: "Outcome", kind: "text", width: 84, strong: true },
  { key: "why", title: "Reason", kind: "text", width: 140 },
];

/** Lists the students who repeat, who leave a class that others were promoted from, or who have no class. */
function exceptionsTable(classes: readonly JournalClass[]): ListTable[] {
  const rows = classes.flatMap(({ students }) => {
    const isPromoting = students.some(({ outcome }) => outcome === "promoted");
    const isException = ({ outcome }: JournalStudent) =>
      ["repeating", "unplaced", "nowhere"].includes(outcome) || (outcome === "leaving" && isPromoting);
    return students.filter(isException).map(({ name, studentId, was, now, what, why }) => ({
      name,
      studentId,
      classes: was === "" && now === "" ? "in no class" : now === "" ? `from ${was}` : `${was} \u2192 ${now}`,
      outcome: what,
      why,
    }));
  });
  if (rows.length === 0) return [];
  return [
    { heading: "Students who did not move up as usual", columns: EXCEPTIONS, groups: [{ title: "", rows }] },
  ];
}

type Columns = readonly ListColumn<JournalStudent>[];

function journalWith(
  columns: Columns,
  { classes, balance, carriedOver, endsYear: turnsYear, facts: _facts, ...heading }: RolloverJournal,
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
function rowOf({ isAssumed, outcome: _outcome, what, ...student }: JournalStudent): ListRow {
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
      { key: "means", title: "Consequence", kind: "text", width: "*" },
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
    { title: "Total", figure: countAllRolloverOutcomes(balance) },
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
