import type { FieldKind } from "#fields/kind.ts";
import { markFields } from "#fields/mark.ts";
import type { RecordField } from "#fields/record.ts";
import type { Sheet } from "./sheet.ts";

/** What a sheet shows beside name and attendance. */
export type Columns = {
  /** The field that is typed down the page; none where only criteria are given. */
  main: RecordField | null;
  /** Max Mark and % stand beside a mark. */
  hasMark: boolean;
  /** One-letter or one-figure fields. */
  extras: readonly RecordField[];
};

export function columnsOf({ rules }: Pick<Sheet, "rules">): Columns {
  const fields = [...markFields(rules).values()];
  const [first, ...others] = fields.filter(({ name }) => name !== "attendance");
  if (first?.name === "mark") return { main: { ...first, title: "Earned" }, hasMark: true, extras: others };
  if (first?.name === "grade") return { main: first, hasMark: false, extras: others };
  return { main: null, hasMark: false, extras: first ? [first, ...others] : [] };
}

/** The column that is entered first: where a grade is given beside the mark, that. */
export function firstColumn({ main, extras }: Columns): RecordField | undefined {
  return extras.find(({ name }) => name === "grade") ?? main ?? extras[0];
}

/** 'A, B, C, D, R'; of figures '1 to 5'. */
export function choicesWords({ choices, keyboard }: FieldKind): string {
  return keyboard === "numeric" ? `${choices[0]} to ${choices.at(-1)}` : choices.join(", ");
}
