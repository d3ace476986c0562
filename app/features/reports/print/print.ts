import type { ReportKind } from "#domain/documents/kind.ts";
import type { ClassSheet, TermChoice } from "#domain/terms.ts";
import type { PrintPlace } from "./place.rules.ts";

/** Its line in the list of kinds. */
export type KindLine = Pick<ReportKind, "kind" | "title" | "group">;

export type OfferedClass = {
  classId: number;
  formLevel: number;
  level: string;
  label: string;
  teachers: string;
  students: number;
  /** Of its reports of the period. */
  signed: number;
  /** The calls cannot name it alone: it has no teacher, and a namesake. */
  isNameless: boolean;
};

export type OfferedStudent = { studentId: string; name: string; classId: number; label: string };

/** Print/View Reports: the kinds that somebody has, and one of them with what can be chosen. */
export type PrintScreen = {
  kinds: readonly KindLine[];
  /** Every choice made: as the address says, or as is usual. */
  place: PrintPlace;
  kind: Pick<ReportKind, "kind" | "title" | "about" | "whose" | "asks" | "formats" | "inBatches" | "each">;
  /** Those of the person's, where among the kinds are some that batches are made of. */
  batches: { running: number } | null;
  /** One was picked; else a phone shows the list alone. */
  isPicked: boolean;
  /** Each is empty where the kind does not ask for it. */
  terms: readonly TermChoice[];
  sheets: readonly ClassSheet[];
  months: readonly { value: string; label: string }[];
  classes: readonly OfferedClass[];
  /** Those that are found, and the one that is chosen. */
  students: readonly OfferedStudent[];
  found: number;
};
