import { fromColumns } from "#fields/record.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import type { Values } from "#fields/value.ts";

/** A stored record as the fields that the report shows: blank text is null. */
export function valuesOfRecord(stored: Parameters<typeof fromColumns>[1]): Values {
  return fromColumns(TERM_RECORD, stored);
}
