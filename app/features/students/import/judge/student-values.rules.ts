import type { ImportCells, ImportRefusals } from "#domain/people/imports.ts";
import {
  uniqueValueKey,
  toRefusalLine,
  readCellText,
  parseRowValues,
} from "#fields/imported/row-values.rules.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { findFieldTitle, type RecordFields } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { describeValueTaken } from "../../general/general.rules.ts";
import { UNIQUE_STUDENT_FIELDS, type ExistingStudent, type ImportContext } from "./known.ts";

/** Reads the fields of General. The class is read separately, because files give its label. */
export function readGeneralValues(cells: ImportCells, fields: RecordFields): FieldValues {
  const { form_class_id: _, class_id: _class, ...values } = parseRowValues(cells, fields);
  return values;
}

/** Finds a class by its label. A form class with only one class also identifies that class. */
export function findImportClass(
  cells: ImportCells,
  { classes, year, intake }: ImportContext,
): { values: FieldValues; faults: ImportRefusals } {
  const text = readCellText(cells, "form_class_id");
  if (text === "") return { values: {}, faults: [] };
  const same = (name: string) => name.toLowerCase() === text.toLowerCase();
  const [named] = classes.filter(({ label }) => same(label));
  const ofForm = classes.filter(({ form_class_id }) => same(form_class_id));
  const found = named ?? (ofForm.length === 1 ? ofForm[0] : undefined);
  if (found) return { values: { form_class_id: found.form_class_id, class_id: found.class_id }, faults: [] };
  const several = `several classes match ‘${text}’, enter one of them: ${ofForm.map(({ label }) => label).join(", ")}`;
  const none =
    intake && !intake.hasClasses
      ? `${year} has no classes yet; make them under Settings, Next year’s classes, or import them first`
      : `there is no class ‘${text}’ in ${year}`;
  const reason = ofForm.length > 1 ? several : none;
  return { values: {}, faults: [toRefusalLine("Class", reason)] };
}

/** Makes the class editable. Elsewhere it follows from the form class and the teacher. */
export function withEditableClass(fields: RecordFields): RecordFields {
  return new Map(
    [...fields].map(([name, field]) => [name, name === "class_id" ? { ...field, closed: null } : field]),
  );
}

export type ValueHolderSearch = { known: ImportContext; key: number | null };

/** Finds other students who already have the ID, PIN or serial number. */
export function findValueHolders(
  values: FieldValues,
  { known, key }: ValueHolderSearch,
): { here: ExistingStudent; line: ImportRefusals[number] }[] {
  return UNIQUE_STUDENT_FIELDS.flatMap((name) => {
    const value = values[name] ?? null;
    const here = value === null ? undefined : known.here.get(uniqueValueKey(name, value));
    if (!here || here.id === key) return [];
    return [{ here, line: toRefusalLine(findFieldTitle(GENERAL_FIELDS, name), describeValueTaken(here)) }];
  });
}
