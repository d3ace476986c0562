import type { FieldValue, Values } from "#fields/value.ts";
import type { PostedRow } from "./save-whole-sheet.server.ts";

/** `mark.17` is the mark of row 17; `base.17` the version it was read at; `choice.17` what a conflict was decided to. */
const FIELD_OF_ROW =
  /^(mark|attendance|grade|application|preparedness|criterion_\d+|base|choice)\.([1-9]\d{0,8})$/;

/** A decided conflict names the version that it was decided about, so that a still newer one is told again. */
const CHOICE = /^(mine|theirs):(\d{1,15})$/;

/** Fields whose values are numbers; whatever cannot be read as one is kept as typed, to be refused in words. */
const NUMBERS = /^(mark|attendance|criterion_\d+)$/;

const FIGURES = /^-?\d{1,9}([.,]\d{0,9})?$|^[.,]\d{1,9}$/;

/** The rows of a sheet's form as a browser without scripts posts it. */
export function postedRows(form: FormData): PostedRow[] {
  const rows = new Map<string, Map<string, string>>();
  for (const [name, text] of form) {
    const [, field, row] = FIELD_OF_ROW.exec(name) ?? [];
    if (field === undefined || row === undefined || typeof text !== "string") continue;
    rows.set(row, (rows.get(row) ?? new Map<string, string>()).set(field, text.trim()));
  }
  return [...rows].flatMap(([row, fields]) => postedRow(row, fields));
}

function postedRow(row: string, fields: Map<string, string>): PostedRow[] {
  const [, choice, decided] = CHOICE.exec(fields.get("choice") ?? "") ?? [];
  if (choice === "theirs") return [];
  const base = Number(decided ?? fields.get("base"));
  if (!Number.isSafeInteger(base) || base < 0) return [];
  const values = [...fields].flatMap(([field, text]): [string, FieldValue][] =>
    field === "base" || field === "choice" ? [] : [[field, valueOf(field, text)]],
  );
  return [{ row, base, values: Object.fromEntries(values) satisfies Values }];
}

function valueOf(field: string, text: string): FieldValue {
  if (text === "") return null;
  if (!NUMBERS.test(field)) return text;
  return FIGURES.test(text) ? Number(text.replace(",", ".")) : text;
}
