import type { ReportKind } from "#domain/documents/kind.ts";
import type { ClassSheet, TermChoice } from "#domain/terms.ts";
import type { PrintParams } from "./params.rules.ts";

export type KindLine = Pick<ReportKind, "kind" | "title" | "group">;

export type ClassOption = {
  classId: number;
  formLevel: number;
  level: string;
  label: string;
  teachers: string;
  students: number;
  /** The number of the class's reports signed in this period. */
  signed: number;
  /** True when the API cannot name the class: the class has no teacher, and another class has the same label. */
  isNameless: boolean;
};

export type StudentOption = { studentId: string; name: string; classId: number; label: string };

export type PrintScreen = {
  kinds: readonly KindLine[];
  /** The choices of the person, with defaults for those that are not in the address. */
  params: PrintParams;
  kind: Pick<ReportKind, "kind" | "title" | "about" | "whose" | "asks" | "formats" | "inBatches" | "each">;
  /** The person's batches; null when no kind of report can be made in batches. */
  batches: { running: number } | null;
  /** False when no kind is chosen yet: a phone then shows only the list. */
  isPicked: boolean;
  /** The terms, sheets, months and classes are empty when the kind does not need them. */
  terms: readonly TermChoice[];
  sheets: readonly ClassSheet[];
  months: readonly { value: string; label: string }[];
  classes: readonly ClassOption[];
  /** The students that a search found, and the chosen one. */
  students: readonly StudentOption[];
  found: number;
};
