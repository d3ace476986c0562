import { PATHS } from "#domain/paths.ts";
import { RELATIONSHIPS, type Relationship } from "#domain/people/students.ts";
import { tabFields, type FieldTab, type TabRules } from "#fields/people/student.ts";
import type { RecordFields } from "#fields/record.ts";
import type { LoadedRow, RowOutcome } from "#saving/protocol/loaded-row.ts";

/** One tab whose fields save by themselves, as it can be written in by whoever looks at it. */
export type FieldsRead = {
  tab: FieldTab;
  rules: TabRules;
  /** One of the student; of the family one a relationship, by its number. */
  rows: readonly LoadedRow[];
  saveUrl: string;
  /** The signed-in account: who types here. */
  accountId: number;
  /** Why nothing can be entered in the tab; null where it can. */
  closed: string | null;
  /** The student's own, for a family that lives there; empty where there is none, or where it is not theirs to see. */
  address: string;
  timeZone: string;
};

/** The tab with what came of its form, by the names of its rows. */
export function withOutcomes(read: FieldsRead, outcomes: Readonly<Record<string, RowOutcome>>): FieldsRead {
  const rows = read.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...read, rows };
}

/** Where the fields of a tab are sent, one or some at a time. */
export function fieldsSaveUrl({ studentKey, tab }: { studentKey: number; tab: FieldTab }): string {
  return `${PATHS.students}/${studentKey}/${tab}/save`;
}

/** The fields of one row of the tab. */
export function fieldsOf(rules: TabRules, row: string): RecordFields {
  return tabFields(rules, relationshipOf(Number(row)));
}

/** A student's own row goes by their number, which says nothing of a family. */
function relationshipOf(row: number): Relationship | undefined {
  const numbers = Object.keys(RELATIONSHIPS).map(Number) as Relationship[];
  return numbers.find((each) => each === row);
}

/** What a row of the family is called; nothing of a tab that has one row. */
export function sectionOf({ tab }: TabRules, row: string): string | undefined {
  const relationship = relationshipOf(Number(row));
  return tab === "family" && relationship ? SECTION_TITLES[relationship] : undefined;
}

const SECTION_TITLES: Readonly<Record<Relationship, string>> = {
  1: "Father’s Information",
  2: "Mother’s Information",
  3: "Guardian Information",
  4: "Emergency Contact",
};
