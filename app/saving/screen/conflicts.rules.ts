import { formatTimeOrDateAndTime } from "#domain/dates.ts";
import { formatValue, type TypedInputNote } from "#fields/kind.ts";
import type { RecordField } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { OWN_CHANGE_AUTHOR } from "../protocol/protocol.ts";
import { optimisticValues, type ChangedByColleagueIssue, type RowState } from "../client/row-state.ts";

/** A part of a row that is shown as one value: one field, or several fields that belong together. */
export type RowPart = {
  fields: readonly string[];
  title: string;
  /** Formats the part, such as '72', 'Abs' or 'blank'. */
  words: (values: FieldValues) => string;
  /** True for text that needs lines of its own. */
  isLong?: boolean;
};

/** A part that a colleague has changed, with both versions. */
export type FieldConflict = Omit<RowPart, "words"> & { from: string; theirs: string; yours: string };

export function toValuePart({ name, title, kind }: RecordField): RowPart {
  return {
    fields: [name],
    title,
    words: (values) => formatValue(kind, values[name], "blank"),
    isLong: kind.control === "text",
  };
}

export function listConflicts(
  { stored, typed }: Pick<RowState, "stored" | "typed">,
  { fields, theirs }: Pick<ChangedByColleagueIssue, "fields" | "theirs">,
  parts: readonly RowPart[],
): FieldConflict[] {
  const read = { ...stored, ...Object.fromEntries(fields.map(({ field, from }) => [field, from])) };
  const yours = { ...read, ...typed };
  const changed = fields.map(({ field }) => field);
  return partsWith(changed, parts).map(({ words, ...part }) => ({
    ...part,
    from: words(read),
    theirs: words(theirs.values),
    yours: words(yours),
  }));
}

/** Formats these fields together, such as '72', 'Abs' or 'B, 4'. */
export function formatValues(
  fields: readonly string[],
  values: FieldValues,
  parts: readonly RowPart[],
): string {
  return partsWith(fields, parts)
    .map(({ words }) => words(values))
    .join(", ");
}

/** Formats the values that Escape and 'Put back' restore. */
export function formatValuesBefore(
  state: RowState,
  fields: readonly string[],
  parts: readonly RowPart[],
): string {
  return formatValues(fields, optimisticValues(state), parts);
}

function partsWith(fields: readonly string[], parts: readonly RowPart[]): RowPart[] {
  return parts.filter((part) => part.fields.some((field) => fields.includes(field)));
}

type Clock = { timeZone: string; now: Date };

/** Returns text such as 'Changed by C. Pierre at 10:41', or 'on 26 Jun 2026, 10:41' for another day. */
export function formatChangedBy(
  { by, at }: Pick<ChangedByColleagueIssue, "by" | "at">,
  clock: Clock,
): string {
  return `Changed by ${by} ${formatTimeOrDateAndTime(at, clock)}`;
}

/**
 * Returns text such as 'Changed by C. Pierre at 10:41, from 67 to 76'. If the person made the change on another page,
 * the text is 'You changed this on another page at 10:41: 64. Here: 46'.
 */
export function describeChange(
  issue: Pick<ChangedByColleagueIssue, "by" | "at">,
  conflicts: readonly FieldConflict[],
  clock: Clock,
): string {
  if (issue.by !== OWN_CHANGE_AUTHOR)
    return [formatChangedBy(issue, clock), ...describeFromTo(conflicts)].join(", ");
  const titled = (title: string, words: string) => (conflicts.length > 1 ? `${title} ${words}` : words);
  const said = (choice: "theirs" | "yours") =>
    conflicts.map((conflict) => titled(conflict.title, conflict[choice])).join(", ");
  const when = formatTimeOrDateAndTime(issue.at, clock);
  return `You changed this on another page ${when}: ${said("theirs")}. Here: ${said("yours")}`;
}

/** Describes a conflicting change: `from 67 to 76`, with a title for each part if there are several. */
export function describeFromTo(conflicts: readonly FieldConflict[]): string[] {
  return conflicts.map(({ title, from, theirs }) => {
    const words = `from ${from} to ${theirs}`;
    return conflicts.length > 1 ? `${title} ${words}` : words;
  });
}

/** A note about the last action in a field. `offer` is a button that corrects the action. */
export type FieldInputNote = TypedInputNote & { field: string; offer?: { words: string; act: () => void } };

/** Returns a message for a person who types in a field that is full. */
export function formatFieldFull(limit: number): string {
  return `The limit is ${limit} characters`;
}

/** Returns a message about pasted text that is cut at the limit, or null if all of the text fits. */
export function formatTextCut({ text, room }: { text: string; room: number }): string | null {
  const length = text.replaceAll("\r\n", "\n").length;
  return length > room ? `Only ${room} of the ${length} characters fit: the rest was left out` : null;
}
