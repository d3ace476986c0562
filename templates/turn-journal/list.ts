import { countOf } from "#domain/text/noun.ts";
import { together, type Balance } from "#domain/turn/turn.ts";
import type { ListColumn, ListDocument, ListHeading, ListRow, ListTable } from "../list/data.ts";

/** What a turn of the term did: its balance, and where everybody was and is. */
export type TurnJournal = ListHeading & {
  /** Within a year nobody changes class. */
  turnsYear: boolean;
  balance: Balance;
  /** In the order of the classes that they came from. */
  classes: { title: string; students: JournalStudent[] }[];
};

type JournalStudent = {
  /** As listed, `Alexander, Mariah`. */
  name: string;
  studentId: string;
  was: string;
  /** Empty for who is in no class. */
  now: string;
  what: string;
  /** Nobody decided it. */
  isAssumed: boolean;
  why: string;
};

const STUDENTS: Columns = [
  { key: "name", title: "Name", kind: "text", width: "*" },
  { key: "studentId", title: "Student ID", kind: "text", width: 48 },
  { key: "was", title: "Was", kind: "text", width: 46 },
  { key: "now", title: "Is now", kind: "text", width: 46, strong: true },
  { key: "what", title: "What", kind: "text", width: 94 },
  { key: "why", title: "Why", kind: "text", width: 132 },
];

/** A spreadsheet sorts and filters by the class they were in. */
export function turnJournal(journal: TurnJournal): ListDocument {
  return journalWith(STUDENTS, journal);
}

/** On paper the band over them says it. */
export function turnJournalOnPaper(journal: TurnJournal): ListDocument {
  const columns = STUDENTS.filter((column) => !("key" in column) || column.key !== "was");
  return { ...journalWith(columns, journal), orientation: "portrait" };
}

type Columns = readonly ListColumn<JournalStudent>[];

function journalWith(
  columns: Columns,
  { classes, balance, turnsYear, ...heading }: TurnJournal,
): ListDocument {
  const everybody: ListTable = {
    ...{ heading: "Journal", columns: columns as readonly ListColumn[], numbered: "through" },
    groups: classes.map(({ title, students }) => ({
      ...{ title, aside: countOf(students.length, "student") },
      rows: students.map(rowOf),
    })),
  };
  return { ...heading, tables: [balanceTable(balance, turnsYear), everybody] };
}

/** What nobody decided is in pencil on the screen, and in italics on paper. */
function rowOf({ isAssumed, what, ...student }: JournalStudent): ListRow {
  return { ...student, what: isAssumed ? { value: what, italics: true } : what };
}

type Figure = { title: string; figure: number; isOfYear?: boolean; ruled?: boolean };

/** Enrolled on the left, what became of them, and what that comes to; after the rule who came besides. */
function balanceTable(balance: Balance, turnsYear: boolean): ListTable {
  const figures: Figure[] = [
    { title: "Enrolled", figure: balance.enrolled },
    { title: "Promoted", figure: balance.promoted, isOfYear: true },
    { title: "Repeating", figure: balance.repeating, isOfYear: true },
    { title: "Leaving", figure: balance.leaving, isOfYear: true },
    { title: "Staying", figure: balance.staying },
    { title: "In no class", figure: balance.unplaced },
    { title: "Together", figure: together(balance) },
    { title: "Newly registered", figure: balance.newcomers, ruled: true },
    { title: "On the roll", figure: balance.on_roll },
  ];
  const shown = figures.filter(({ isOfYear }) => turnsYear || !isOfYear);
  return {
    heading: "The balance",
    columns: shown.map(({ title, ruled = false }) => ({
      ...{ key: title, title, ruled, kind: "number", width: 52, align: "right" },
    })),
    groups: [{ title: "", rows: [Object.fromEntries(shown.map(({ title, figure }) => [title, figure]))] }],
  };
}
