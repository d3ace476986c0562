import { fromColumns } from "#fields/record.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import type { Values } from "#fields/value.ts";

/** Returns a stored record as the values of the report's fields, with null for blank text. */
export function valuesOfRecord(stored: Parameters<typeof fromColumns>[1]): Values {
  return fromColumns(TERM_RECORD, stored);
}
