import { PATHS } from "#domain/paths.ts";
import { RELATIONSHIPS, type Relationship } from "#domain/people/students.ts";
import {
  HOME_ROW_NUMBER,
  studentTabFields,
  type SelfSavingTab,
  type StudentTabInput,
} from "#fields/people/student.ts";
import type { RecordFields } from "#fields/record.ts";
import type { LoadedRow, RowSaveOutcome } from "#saving/protocol/protocol.ts";

/** A tab whose fields save by themselves, as far as the person who opened it may see and change it. */
export type StudentTabView = {
  tab: SelfSavingTab;
  rules: StudentTabInput;
  /**
   * The rows of the tab. The Family tab has one for each relationship, named by the relationship's number, and one for
   * the home; other tabs have a single row.
   */
  rows: readonly LoadedRow[];
  saveUrl: string;
  /** The signed-in account, to which unsaved values belong. */
  accountId: number;
  /** The reason why the tab is read-only; null if it can be edited. */
  closed: string | null;
  /** The student's address, to copy to a family member; empty if there is none or the person may not see it. */
  address: string;
  timeZone: string;
  /** Whether the Personal tab asks for the result of the Secondary Entrance Assessment, as in secondary schools. */
  hasSea: boolean;
};

/** Adds the outcomes of a submitted form to the rows of a tab. */
export function addSaveOutcomesToStudentTab(
  read: StudentTabView,
  outcomes: Readonly<Record<string, RowSaveOutcome>>,
): StudentTabView {
  const rows = read.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...read, rows };
}

export function studentTabSaveUrl({ studentKey, tab }: { studentKey: number; tab: SelfSavingTab }): string {
  return `${PATHS.students}/${studentKey}/${tab}/save`;
}

export function familyOrTabFields(rules: StudentTabInput, row: string): RecordFields {
  if (isHomeRow(rules, row)) return studentTabFields({ ...rules, tab: "home" });
  return studentTabFields(rules, relationshipOf(Number(row)));
}

/** Returns whether a row of the Family tab is the home and not a relative. */
export function isHomeRow({ tab }: StudentTabInput, row: string): boolean {
  return tab === "family" && row === String(HOME_ROW_NUMBER);
}

/**
 * Returns the relationship of a family row. Returns undefined in other tabs, where the row is named by the student's
 * key.
 */
function relationshipOf(row: number): Relationship | undefined {
  const numbers = Object.keys(RELATIONSHIPS).map(Number) as Relationship[];
  return numbers.find((item) => item === row);
}

/** Returns the title of a family row; undefined in tabs with only one row. */
export function familySectionTitle({ tab }: StudentTabInput, row: string): string | undefined {
  const relationship = relationshipOf(Number(row));
  return tab === "family" && relationship ? SECTION_TITLES[relationship] : undefined;
}

const SECTION_TITLES: Readonly<Record<Relationship, string>> = {
  1: "Father's Information",
  2: "Mother's Information",
  3: "Guardian Information",
  4: "Emergency Contact",
};
