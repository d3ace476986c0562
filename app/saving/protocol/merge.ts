import { withAtomicGroups, type AtomicGroups } from "#fields/record.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";
import type { ChangedField } from "./protocol.ts";

/** Compares two values. A missing field is the same as an empty one. */
export function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return (one ?? null) === (other ?? null);
}

export function findValueChanges(stored: FieldValues, wanted: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isSameValue(value, stored[field])),
  );
}

export function pickFields(values: FieldValues, fields: readonly string[]): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}

export function omitFields(values: FieldValues, fields: readonly string[]): FieldValues {
  const left = new Set(fields);
  return Object.fromEntries(Object.entries(values).filter(([field]) => !left.has(field)));
}

export function hasChanges(changes: FieldValues): boolean {
  return Object.keys(changes).length > 0;
}

/**
 * Returns the values that 'Keep yours' saves over a colleague's values: everything the person typed, and the other
 * fields of each group as the person saw them. For example, a teacher gave 72 to a student shown as present, and a
 * colleague has entered absent. Then both 72 and present are saved.
 */
export function mergeOwnOverTheirs(
  theirs: FieldValues,
  typed: FieldValues,
  conflicting: readonly ChangedField[],
): FieldValues {
  const read = Object.fromEntries(conflicting.map(({ field, from }) => [field, from]));
  return findValueChanges(theirs, { ...read, ...typed });
}

/**
 * Returns these fields with all other changes in the same groups. Fields of a group are saved or refused together. A
 * field in two groups connects them: an absence clears every criterion, so a conflict about one is about all.
 */
export function withGroupedFields(
  fields: readonly string[],
  changes: FieldValues,
  atomicGroups: AtomicGroups,
): string[] {
  const said = withAtomicGroups(fields, atomicGroups);
  const also = Object.keys(changes).filter((field) => said.includes(field) && !fields.includes(field));
  return also.length > 0 ? withGroupedFields([...fields, ...also], changes, atomicGroups) : [...fields];
}
