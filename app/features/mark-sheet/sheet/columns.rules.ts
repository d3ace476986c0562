import type { FieldKind } from "#fields/kind.ts";
import { buildMarkFields, REMARK } from "#fields/mark.ts";
import type { RecordField } from "#fields/record.ts";
import type { MarkSheetView } from "./sheet.ts";

/** The columns of a sheet besides the name and the attendance. */
export type MarkSheetColumns = {
  /** The field that teachers fill in from top to bottom; null if there are only criteria. */
  main: RecordField | null;
  /** Whether the sheet has a mark, with the columns Max Mark and % beside it. */
  hasMark: boolean;
  /** The other fields, each for one letter or one figure. */
  extras: readonly RecordField[];
  /** The remark, a line of text; null unless the report card shows it. */
  remark: RecordField | null;
};

export function toMarkSheetColumns({ rules }: Pick<MarkSheetView, "rules">): MarkSheetColumns {
  const fields = buildMarkFields(rules);
  const remark = fields.get(REMARK) ?? null;
  const [first, ...others] = [...fields.values()].filter(
    ({ name }) => name !== "attendance" && name !== REMARK,
  );
  if (first?.name === "mark")
    return { main: { ...first, title: "Earned" }, hasMark: true, extras: others, remark };
  if (first?.name === "grade") return { main: first, hasMark: false, extras: others, remark };
  return { main: null, hasMark: false, extras: first ? [first, ...others] : [], remark };
}

/** Lists the columns that are filled in, in the order of the sheet. */
export function listMarkSheetColumns({ main, extras, remark }: MarkSheetColumns): RecordField[] {
  return [main, ...extras, remark].filter((column) => column !== null);
}

/** Returns the column that is filled in first: the grade, if the sheet has one beside the mark. */
export function findFirstColumnToFill({ main, extras }: MarkSheetColumns): RecordField | undefined {
  return extras.find(({ name }) => name === "grade") ?? main ?? extras[0];
}

/** Returns text such as 'A, B, C, D, R', or '1 to 5' for figures. */
export function formatChoices({ choices, keyboard }: FieldKind): string {
  return keyboard === "numeric" ? `${choices[0]} to ${choices.at(-1)}` : choices.join(", ");
}
