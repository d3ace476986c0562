import { archiveMarkWords, CLASS_MUST_BE_SELECTED } from "#domain/archive/archive-words.ts";
import { archiveCell, CLASS_FIELD } from "#fields/archive.ts";
import type { RecordFields } from "#fields/record.ts";
import type { FieldValue, Values } from "#fields/value.ts";

/** What was typed in a cell and not kept; `words` are the specification's. */
export type RefusedCell = { row: string; field: string; words: string; typed: string; stored: FieldValue };

/** Why what stands in a cell is not sent (A5); null where it may be, and for what is no cell. */
export function cellFault(field: string, values: Values, fields: RecordFields): string | null {
  const cell = archiveCell(field);
  const value = values[field] ?? null;
  if (!cell) return null;
  if ((values[CLASS_FIELD] ?? null) === null) return CLASS_MUST_BE_SELECTED;
  return value === null ? archiveMarkWords(cell) : (fields.get(field)?.kind.refuse(value) ?? null);
}

/** After the quoted words, under the row: 'Maths course 74 was not kept. Choose the class of Term 3, then type it again.' */
export function notKeptWords({ field, words, typed, stored }: RefusedCell, term: number): string {
  const cell = archiveCell(field);
  const what = [cell?.subject, cell?.test, typed.trim()].filter(Boolean).join(" ");
  if (words === CLASS_MUST_BE_SELECTED)
    return `${what} was not kept. Choose the class of Term ${term}, then type it again.`;
  const held = stored === null ? "nothing is stored" : `${stored} is stored`;
  return typed.trim() === "" ? `It was emptied; ${held}.` : `${typed.trim()} was not kept; ${held}.`;
}
