import type { FieldKind } from "#fields/kind.ts";
import { markFields } from "#fields/mark.ts";
import type { RecordField } from "#fields/record.ts";
import type { Sheet } from "./sheet.ts";

/** The columns that a sheet shows beside name and attendance. */
export type Columns = {
  /** The field that teachers fill in down the page; null when there are only criteria. */
  main: RecordField | null;
  /** The sheet has a mark, with Max Mark and % beside it. */
  hasMark: boolean;
  /** The fields of one letter or one figure. */
  extras: readonly RecordField[];
};

export function columnsOf({ rules }: Pick<Sheet, "rules">): Columns {
  const fields = [...markFields(rules).values()];
  const [first, ...others] = fields.filter(({ name }) => name !== "attendance");
  if (first?.name === "mark") return { main: { ...first, title: "Earned" }, hasMark: true, extras: others };
  if (first?.name === "grade") return { main: first, hasMark: false, extras: others };
  return { main: null, hasMark: false, extras: first ? [first, ...others] : [] };
}

/** Returns the column that is entered first: the grade, if the sheet has one beside the mark. */
export function firstColumn({ main, extras }: Columns): RecordField | undefined {
  return extras.find(({ name }) => name === "grade") ?? main ?? extras[0];
}

/** Returns text such as 'A, B, C, D, R', or '1 to 5' for figures. */
export function formatChoices({ choices, keyboard }: FieldKind): string {
  return keyboard === "numeric" ? `${choices[0]} to ${choices.at(-1)}` : choices.join(", ");
}
