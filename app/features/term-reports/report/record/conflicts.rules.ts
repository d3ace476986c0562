import { formatWhen } from "#domain/dates.ts";
import { FIELD_TITLES } from "#domain/term-reports.ts";
import type { FieldValue, Values } from "#fields/value.ts";
import type { RowState, Issue } from "#saving/client/row-state.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";

import { isCommentField } from "./field-text.rules.ts";
import { atomicGroupOf } from "../../save/record.rules.ts";

type Changed = Extract<Issue, { kind: "changed" }>;

/** One thing that a colleague changed meanwhile, in both versions: a field, or the two that are one statement. */
export type Conflict = {
  /** Where it is shown: the first of its fields. */
  field: string;
  fields: readonly string[];
  title: string;
  from: string;
  theirs: string;
  yours: string;
  /** A text that is read on its own lines. */
  isLong: boolean;
};

export type Choice = "yours" | "theirs";

export function conflictsOf({ stored, typed }: RowState, { fields, theirs }: Changed): Conflict[] {
  const read = { ...stored, ...Object.fromEntries(fields.map(({ field, from }) => [field, from])) };
  const yours = { ...read, ...typed };
  const groups = new Map(fields.map(({ field }) => atomicGroupOf(field)).map((group) => [group[0], group]));
  return [...groups.values()].map((group) => ({
    field: group[0] ?? "",
    fields: group,
    title: group.map(titleOf).join(", "),
    from: wordsOf(group, read),
    theirs: wordsOf(group, theirs.values),
    yours: wordsOf(group, yours),
    isLong: group.some(isCommentField),
  }));
}

export function titleOf(field: string): string {
  return FIELD_TITLES[field] ?? field;
}

/** 'Std 5'; of two fields also which of them holds it: 'Repeating Std 4'. */
function wordsOf(fields: readonly string[], values: Values): string {
  const held = fields.filter((field) => (values[field] ?? null) !== null);
  if (held.length === 0) return "blank";
  if (fields.length === 1) return valueWords(values[fields[0] ?? ""]);
  return held.map((field) => `${titleOf(field)} ${valueWords(values[field])}`).join(", ");
}

export function valueWords(value: FieldValue | undefined): string {
  return value == null ? "blank" : String(value);
}

type Clock = { timeZone: string; now: Date };

/** 'Changed by C. Pierre at 10:41'; of another day 'on 26 Jun 2026, 10:41'. */
export function changedWords({ by, at }: Pick<Changed, "by" | "at">, clock: Clock): string {
  return `Changed by ${by} ${formatWhen(at, clock)}`;
}

type Decided = { conflict: Conflict; choice: Choice };

/** Saves what was decided of each: theirs is laid into the record first, so that the rest can be kept as one act. */
export function saveDecisions(store: SavingStore, row: string, decided: readonly Decided[]): void {
  const issue = store.rows.row(row)?.state.issue;
  if (issue?.kind !== "changed") return;
  const { values } = issue.theirs;
  for (const { conflict, choice } of decided) {
    if (choice === "yours") continue;
    store.type(row, Object.fromEntries(conflict.fields.map((field) => [field, values[field] ?? null])));
  }
  if (decided.some(({ choice }) => choice === "yours")) store.keepYours(row);
  else store.takeTheirs(row);
}
