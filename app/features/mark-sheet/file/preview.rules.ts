import { ABSENT_FROM_TEST, PRESENT_AT_TEST } from "#domain/attendance.ts";
import { formatTimeOrDateAndTime } from "#domain/dates.ts";
import { capitalise } from "#domain/text/capital.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import type { MarkRules } from "#fields/mark.ts";
import type { FieldValues } from "#fields/value.ts";
import {
  joinReasons,
  OWN_CHANGE_AUTHOR,
  type RowResult,
  findValueChanges,
} from "#saving/protocol/protocol.ts";
import {
  listConflicts,
  describeChange,
  describeFromTo,
  formatValues,
} from "#saving/screen/conflicts.rules.ts";
import { readTestAttendance, getReceiptCategory, formatMarkSheetValues } from "../row/sheet-values.rules.ts";
import { toMarkSheetColumns } from "../sheet/columns.rules.ts";

export const MARK_FILE_OUTCOMES = ["changed", "unchanged", "choose", "refused"] as const;
export type MarkFileOutcome = (typeof MARK_FILE_OUTCOMES)[number];

/**
 * The decision about a row that a colleague has also changed: to store the value of the file, or to keep the
 * colleague's value.
 */
export type MarkFileConflictChoice = "mine" | "theirs";

/** A row of the preview: the current values, the values in the file, and what saving would do. */
export type MarkFilePreviewRow = {
  line: number;
  /** The student's row on the mark sheet; null if the line belongs to no student. */
  row: string | null;
  name: string;
  now: string;
  inFile: string;
  outcome: MarkFileOutcome;
  words: string;
  isAbsent: boolean;
  isBlank: boolean;
  /** Whether the row has just been saved. */
  isSaved: boolean;
  /**
   * Both values of a row that was also changed in Termbook, and the version to which a decision applies. `isOwn` means
   * that the same person made the change in Termbook.
   */
  choice: {
    version: number;
    isOwn: boolean;
    theirs: string;
    yours: string;
    chosen: MarkFileConflictChoice | null;
  } | null;
};

type Words = { rules: MarkRules; timeZone: string; now: Date };

/** Returns whether saving leaves the row unchanged although the file has another value. */
export function isLeftUnchanged({ outcome, choice }: MarkFilePreviewRow): boolean {
  return outcome === "refused" || choice?.chosen === null;
}

/** Formats all values of a row, such as '72, B' or 'Abs'. */
export function formatMarkRowValues(values: FieldValues, rules: MarkRules): string {
  const parts = formatMarkSheetValues(toMarkSheetColumns({ rules })).map(({ words }) => words(values));
  const [result, ...others] =
    readTestAttendance(values) === PRESENT_AT_TEST && isGrading(rules) ? parts.slice(1) : parts;
  return [result, ...others].filter((words) => words && words !== "blank").join(", ") || "–";
}

/** Returns whether the sheet has only grades and attendance, and so no main column. */
function isGrading(rules: MarkRules): boolean {
  return toMarkSheetColumns({ rules }).main === null;
}

/** Describes a change, such as 'New mark', 'From 61 to 71' or 'From 61 to Abs'. */
export function describeFileChange(stored: FieldValues, values: FieldValues, rules: MarkRules): string {
  const isNew =
    getReceiptCategory(stored, rules) === "blank" && getReceiptCategory(values, rules) !== "blank";
  if (isNew) return toMarkSheetColumns({ rules }).hasMark ? "New mark" : "New grade";
  const parts = formatMarkSheetValues(toMarkSheetColumns({ rules }));
  const fields = Object.keys(findValueChanges(stored, values));
  return `From ${formatValues(fields, stored, parts)} to ${formatValues(fields, values, parts)}`;
}

export function describeUnchangedRow(
  { now, inFile, isSaved }: Pick<MarkFilePreviewRow, "now" | "inFile" | "isSaved">,
  { isBlank, hasCleared }: { isBlank: boolean; hasCleared: boolean },
): string {
  if (isSaved) return "Saved";
  if (isBlank) return now === "–" ? "Still blank in the file" : `Blank in the file, so ${now} stays`;
  if (hasCleared) return `A blank cell changes nothing, so ${now} stays`;
  return now === inFile ? "Unchanged" : `Not changed in the file, so ${now} stays`;
}

export function isMarkedAbsent(values: FieldValues): boolean {
  return readTestAttendance(values) === ABSENT_FROM_TEST;
}

type Conflicting = Extract<RowResult, { outcome: "conflict" }>;

/** Describes a conflict, with both values to choose from. */
export function describeConflictingRow(
  { fields, by, at, stored }: Conflicting,
  typed: FieldValues,
  { rules, ...clock }: Words,
): { words: string; isOwn: boolean; theirs: string; yours: string } {
  const isOwn = by === OWN_CHANGE_AUTHOR;
  const parts = formatMarkSheetValues(toMarkSheetColumns({ rules }));
  const conflicts = listConflicts({ stored: stored.values, typed }, { fields, theirs: stored }, parts);
  const joined = (which: "theirs" | "yours") => conflicts.map(({ [which]: words }) => words).join(", ");
  return {
    words: isOwn
      ? [
          `You changed this in Termbook ${formatTimeOrDateAndTime(at, clock)}`,
          ...describeFromTo(conflicts),
        ].join(", ")
      : describeChange({ by, at }, conflicts, clock),
    isOwn,
    theirs: joined("theirs"),
    yours: joined("yours"),
  };
}

export function describeRefusedRow(result: Extract<RowResult, { outcome: "refused" }>): string {
  return `${capitalise(joinReasons(result.refusals))}.`;
}

export type MarkFilePreviewCounts = Record<MarkFileOutcome, number> & {
  all: number;
  absent: number;
  blank: number;
  saved: number;
};

/** Counts the rows by outcome. The outcomes add up to all rows. */
export function countMarkFilePreviewRows(rows: readonly MarkFilePreviewRow[]): MarkFilePreviewCounts {
  const count = (matches: (row: MarkFilePreviewRow) => boolean) => rows.filter(matches).length;
  const outcome = (wanted: MarkFileOutcome) => count((row) => row.outcome === wanted);
  return {
    all: rows.length,
    changed: outcome("changed"),
    unchanged: outcome("unchanged"),
    choose: outcome("choose"),
    refused: outcome("refused"),
    absent: count((row) => row.outcome === "changed" && row.isAbsent),
    blank: count((row) => row.outcome === "unchanged" && row.isBlank),
    saved: count((row) => row.isSaved),
  };
}

const MOST_NAMED = 5;
const LONGEST_NAME = 40;

/** The rows that saving left unchanged although the file has another value, by the names of their students. */
type UnsavedRows = { unanswered: readonly string[]; refused: readonly string[] };

export function listUnsavedRows(rows: readonly MarkFilePreviewRow[]): UnsavedRows {
  const left = rows.filter(isLeftUnchanged);
  const namesOf = (isRefused: boolean) =>
    left.filter(({ outcome }) => (outcome === "refused") === isRefused).map(({ name }) => name);
  return { unanswered: namesOf(false), refused: namesOf(true) };
}

/** Formats the message after saving: `24 marks saved. 1 refused row was left as it is: Edwards, Kymani.` */
export function describeSavedMarkRows(saved: number, { unanswered, refused }: UnsavedRows): string {
  const left = [
    unanswered.length > 0 ? `${formatCountOf(unanswered.length, "row")} without a decision` : "",
    refused.length > 0 ? formatCountOf(refused.length, "refused row") : "",
  ].filter(Boolean);
  const first = saved === 0 ? "No marks needed changing." : `${formatCountOf(saved, "mark")} saved.`;
  if (left.length === 0) return first;
  const names = [...unanswered, ...refused];
  const stay = names.length === 1 ? "was left as it is" : "were left as they are";
  return `${first} ${left.join(" and ")} ${stay}: ${namesInShort(names)}.`;
}

/** Shortens a list of names. Each name may contain a comma, and a name from an edited file may have any length. */
function namesInShort(names: readonly string[]): string {
  const named = names.length > MOST_NAMED ? names.slice(0, MOST_NAMED - 1) : names;
  const short = named.map((name) =>
    name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).trimEnd()}…` : name,
  );
  const others = names.length - named.length;
  return others > 0 ? `${short.join("; ")} and ${others} more` : short.join("; ");
}

/** Describes, under the title of the page, how much of the file is saved. */
export function describeSavingProgress(saved: number, { changed, choose }: MarkFilePreviewCounts): string {
  if (saved > 0) return `${formatCountOf(saved, "mark")} saved so far`;
  return changed + choose === 0 ? "No mark to save" : "Nothing is saved yet";
}

/** Describes a file without anything to save. Returns null for any other file. */
export function describeNothingToSave({
  all,
  changed,
  choose,
  refused,
  blank,
}: MarkFilePreviewCounts): string | null {
  if (changed + choose > 0) return null;
  if (refused > 0)
    return `${refused === 1 ? "A row" : `${refused} rows`} cannot be read, and no other mark differs from Termbook. Correct the file, then upload it again.`;
  return blank === all
    ? "The cells in the file are still blank. Enter the marks, save the file, then upload it again."
    : "No mark in the file differs from Termbook.";
}
