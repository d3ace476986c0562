import type { FieldValue, Values } from "#fields/value.ts";
import type { ChangedField } from "./protocol.ts";

/** Two values say the same; a field that is missing holds nothing. */
export function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return (one ?? null) === (other ?? null);
}

/** Those of the wanted values that are not stored already. */
export function changesAgainst(stored: Values, wanted: Values): Values {
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isSameValue(value, stored[field])),
  );
}

/** The values of some fields. */
export function valuesOf(values: Values, fields: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}

/** The values of all other fields. */
export function valuesBut(values: Values, fields: readonly string[]): Values {
  const left = new Set(fields);
  return Object.fromEntries(Object.entries(values).filter(([field]) => !left.has(field)));
}

export function hasChanges(changes: Values): boolean {
  return Object.keys(changes).length > 0;
}

/**
 * What 'Keep yours' saves over a colleague's values: all that was typed and, of fields that belong together, also the
 * half that was only read. Who gave 72 to a child they saw as present means both, if a colleague wrote absent.
 */
export function yoursOver(theirs: Values, typed: Values, conflicting: readonly ChangedField[]): Values {
  const read = Object.fromEntries(conflicting.map(({ field, from }) => [field, from]));
  return changesAgainst(theirs, { ...read, ...typed });
}

/** What is still to be saved after 'Take theirs': typed values that nobody conflicts. */
export function withoutConflicting(
  theirs: Values,
  typed: Values,
  conflicting: readonly ChangedField[],
): Values {
  const lost = conflicting.map(({ field }) => field);
  return changesAgainst(theirs, valuesBut(typed, lost));
}
