import type { FieldKind } from "#fields/kind.ts";

const MOST_SHOWN = 20;

/** Whether more than one value was pasted; a spreadsheet ends even one with a line break. */
export function isMany(text: string): boolean {
  return /[\t\n\r]/.test(text.trim());
}

/** Why a pasted value has no place in the field, or null: 'B+' would be nothing there. */
export function pasteFault({ isPasteable, fault }: FieldKind, text: string): string | null {
  return isPasteable(text) ? null : `‘${text.slice(0, MOST_SHOWN)}’ was not taken. ${fault}`;
}
