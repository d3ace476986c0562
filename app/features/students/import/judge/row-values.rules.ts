import type { ImportCells } from "#domain/people/imports.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { refusedChange, titleOf, type RecordFields } from "#fields/record.ts";
import type { FieldValue, Values } from "#fields/value.ts";
import { valueOfCell } from "./cell-value.rules.ts";
import { IMPORT_COLUMNS } from "./columns.ts";
import { keyOf, UNIQUE, type AskedRow, type Here, type Known, type Refusals } from "./known.ts";

export function textOf(cells: ImportCells, name: string): string {
  return cells[name]?.text.trim() ?? "";
}

/** An empty cell says nothing: what is there stays. */
export function valuesIn(cells: ImportCells, fields: RecordFields, tab: "general" | "personal"): Values {
  const values: Record<string, FieldValue> = {};
  for (const column of IMPORT_COLUMNS) {
    const kind = column.tab === tab ? fields.get(column.name)?.kind : undefined;
    const text = textOf(cells, column.name);
    if (kind && text !== "" && column.name !== "form_class_id") values[column.name] = valueOfCell(kind, text);
  }
  return values;
}

export function unread(cells: ImportCells): Refusals {
  return IMPORT_COLUMNS.flatMap(({ name, title }) => {
    const fault = cells[name]?.fault ?? null;
    return fault === null ? [] : [refusal(title, fault)];
  });
}

export function twiceInFile({ row, cells }: AskedRow, { inFile }: Known): Refusals {
  return UNIQUE.flatMap((name) => {
    const text = textOf(cells, name);
    const others = text === "" ? [] : (inFile.get(keyOf(name, text)) ?? []).filter((other) => other !== row);
    return others.length === 0
      ? []
      : [refusal(titleOf(GENERAL_FIELDS, name), `also in row ${others.join(", ")}`)];
  });
}

/** A class by its name, or by that of its form class where there is one alone. */
export function classIn(cells: ImportCells, { classes, year }: Known): { values: Values; faults: Refusals } {
  const text = textOf(cells, "form_class_id");
  if (text === "") return { values: {}, faults: [] };
  const same = (name: string) => name.toLowerCase() === text.toLowerCase();
  const [named] = classes.filter(({ label }) => same(label));
  const ofForm = classes.filter(({ form_class_id }) => same(form_class_id));
  const found = named ?? (ofForm.length === 1 ? ofForm[0] : undefined);
  if (found) return { values: { form_class_id: found.form_class_id, class_id: found.class_id }, faults: [] };
  const several = `there are several ‘${text}’: ${ofForm.map(({ label }) => label).join(", ")}`;
  const reason = ofForm.length > 1 ? several : `there is no ‘${text}’ in ${year}`;
  return { values: {}, faults: [refusal("Class", reason)] };
}

/** A file names the class itself, and the class its teachers. */
export function openClass(fields: RecordFields): RecordFields {
  return new Map(
    [...fields].map(([name, field]) => [name, name === "class_id" ? { ...field, closed: null } : field]),
  );
}

export function refusedOf(
  changes: Values,
  { fields, cells }: { fields: RecordFields; cells: ImportCells },
): Refusals {
  return Object.entries(changes).flatMap(([name, value]) => {
    const found = isUnread(cells, name) ? null : refusedChange(fields, { [name]: value }, "no such column");
    return found ? [refusal(titleOf(fields, name), withTyped(found.reason, value, cells, name))] : [];
  });
}

export function isUnread(cells: ImportCells, name: string): boolean {
  return (cells[name]?.fault ?? null) !== null;
}

/** Why, and what stands there: `7 Digits Needed, ‘555-12’`. */
export function withTyped(
  reason: string,
  value: FieldValue | undefined,
  cells: ImportCells,
  name: string,
): string {
  const typed = textOf(cells, name);
  return value == null || typed === "" ? reason : `${reason}, ‘${typed.slice(0, 60)}’`;
}

export type Holding = { known: Known; key: number | null };

/** Who has the pin or the serial number already that is asked for. */
export function takenBy(values: Values, { known, key }: Holding): { here: Here; line: Refusals[number] }[] {
  return UNIQUE.flatMap((name) => {
    const value = values[name] ?? null;
    const here = value === null ? undefined : known.here.get(keyOf(name, value));
    if (!here || here.id === key) return [];
    const words = `${here.first_name} ${here.last_name}, ${here.student_id}, has it`;
    return [{ here, line: refusal(titleOf(GENERAL_FIELDS, name), words) }];
  });
}

export function refusal(title: string, reason: string): Refusals[number] {
  return { say: "refused", title, reason };
}
