import type { ImportCells, Refusals } from "#domain/people/imports.ts";
import { keyOf, refusal, textOf, valuesIn } from "#fields/imported/row-values.rules.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { titleOf, type RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import { describeValueTaken } from "../../general/general.rules.ts";
import { UNIQUE, type Here, type Known } from "./known.ts";

/** Reads the fields of General without the class, which files name by its label. */
export function generalIn(cells: ImportCells, fields: RecordFields): Values {
  const { form_class_id: _, class_id: _class, ...values } = valuesIn(cells, fields);
  return values;
}

/** Finds a class by its label, or by its form class if that has only one class. */
export function classIn(cells: ImportCells, { classes, year }: Known): { values: Values; faults: Refusals } {
  const text = textOf(cells, "form_class_id");
  if (text === "") return { values: {}, faults: [] };
  const same = (name: string) => name.toLowerCase() === text.toLowerCase();
  const [named] = classes.filter(({ label }) => same(label));
  const ofForm = classes.filter(({ form_class_id }) => same(form_class_id));
  const found = named ?? (ofForm.length === 1 ? ofForm[0] : undefined);
  if (found) return { values: { form_class_id: found.form_class_id, class_id: found.class_id }, faults: [] };
  const several = `several classes match ‘${text}’, enter one of them: ${ofForm.map(({ label }) => label).join(", ")}`;
  const reason = ofForm.length > 1 ? several : `there is no class ‘${text}’ in ${year}`;
  return { values: {}, faults: [refusal("Class", reason)] };
}

/** Opens the field of the class, because a file names the class rather than its teacher. */
export function withClassFieldOpen(fields: RecordFields): RecordFields {
  return new Map(
    [...fields].map(([name, field]) => [name, name === "class_id" ? { ...field, closed: null } : field]),
  );
}

export type Holding = { known: Known; key: number | null };

/** Finds other students who have the requested ID, PIN or serial number. */
export function findHolders(
  values: Values,
  { known, key }: Holding,
): { here: Here; line: Refusals[number] }[] {
  return UNIQUE.flatMap((name) => {
    const value = values[name] ?? null;
    const here = value === null ? undefined : known.here.get(keyOf(name, value));
    if (!here || here.id === key) return [];
    return [{ here, line: refusal(titleOf(GENERAL_FIELDS, name), describeValueTaken(here)) }];
  });
}
