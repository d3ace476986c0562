import type { LoadedRow, RowSaveOutcome } from "#saving/protocol/protocol.ts";
import { describeInvalidArchiveMark, CLASS_MUST_BE_SELECTED } from "#domain/archive/archive-terms.ts";
import { findArchiveCell, ARCHIVE_CLASS_FIELD } from "#fields/archive.ts";
import type { RecordFields } from "#fields/record.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";

export const ARCHIVE_FORM_ID = "archive";

export type ArchiveSheetRow = LoadedRow & {
  /** The term's name, such as 'Form 2, Term 1'; a calendar term also has its year. */
  name: string;
  level: number;
  term: number;
  /** The classes of the term's level. */
  classes: readonly string[];
  /** The reason why the class cannot be changed; null when it can. */
  closed: string | null;
  /** The text, such as 'Abs', for the tests that the student missed, by cell. */
  away: Readonly<Record<string, string>>;
  historyUrl: string;
};

export type ArchiveSheet = {
  name: string;
  /** Text such as 'IG-10408 · now in 4A · Forms 1 to 3'. */
  about: string;
  /** The pronoun for the student in the sentence 'Choosing a class registers her in that term'. */
  whom: "her" | "him" | "the student";
  rows: readonly ArchiveSheetRow[];
  url: string;
  closeTo: string;
  saveUrl: string;
  accountId: number;
  timeZone: string;
  /** Whether the page is the response to a form sent without JavaScript. */
  isPosted: boolean;
};

/** Adds the outcomes of the submitted form to the rows. */
export function addSaveOutcomesToMarksArchive(
  sheet: ArchiveSheet,
  { outcomes }: { outcomes: Readonly<Record<string, RowSaveOutcome>> },
): ArchiveSheet {
  const rows = sheet.rows.map((row) => {
    const outcome = outcomes[row.row];
    return outcome ? { ...row, outcome } : row;
  });
  return { ...sheet, rows, isPosted: true };
}

/** A value that was typed into a cell but not saved. `words` gives the reason in the school's fixed wording. */
export type RefusedCell = { row: string; field: string; words: string; typed: string; stored: FieldValue };

/** Returns the reason why a cell's value is not sent, or null if it may be sent, or if the field is not a cell. */
export function findCellError(field: string, values: FieldValues, fields: RecordFields): string | null {
  const cell = findArchiveCell(field);
  const value = values[field] ?? null;
  if (!cell) return null;
  if ((values[ARCHIVE_CLASS_FIELD] ?? null) === null) return CLASS_MUST_BE_SELECTED;
  return value === null ? describeInvalidArchiveMark(cell) : (fields.get(field)?.kind.refuse(value) ?? null);
}

/**
 * Returns the second sentence of the message under a row, such as 'Maths course 74 was not saved. Choose the class for
 * Term 3, then type the mark again.' The first sentence is the reason, `words`.
 */
export function describeUnsavedCell({ field, words, typed, stored }: RefusedCell, term: number): string {
  const cell = findArchiveCell(field);
  const what = [cell?.subject, cell?.test, typed.trim()].filter(Boolean).join(" ");
  if (words === CLASS_MUST_BE_SELECTED)
    return `${what} was not saved. Choose the class for Term ${term}, then type the mark again.`;
  const held = stored === null ? "nothing is saved" : `${stored} is still saved`;
  return typed.trim() === "" ? `You cleared the mark; ${held}.` : `${typed.trim()} was not saved; ${held}.`;
}
