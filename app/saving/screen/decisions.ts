import { createEmitter } from "#ui/emitter.ts";
import type { ChangedIssue } from "../client/row-state.ts";
import type { SavingStore } from "../client/saving-store.ts";
import type { Conflict } from "./conflicts.rules.ts";

export type Choice = "yours" | "theirs";

/** The choice for each decided conflict, by the first field of the conflict. */
export type Decided = ReadonlyMap<string, Choice>;

const NOTHING: Decided = new Map();

/** The choices made so far, for each change with several conflicts. */
const decisions = new WeakMap<ChangedIssue, Decided>();
const changes = createEmitter();

export const subscribeToDecisions = changes.subscribe;

export function decidedOf(issue: ChangedIssue): Decided {
  return decisions.get(issue) ?? NOTHING;
}

export function recordDecision(issue: ChangedIssue, decided: Decided): void {
  decisions.set(issue, decided);
  changes.notify();
}

export function keyOf({ fields }: Pick<Conflict, "fields">): string {
  return fields[0] ?? "";
}

/**
 * Saves all choices together. Values that are taken from the colleague go into the row first, so that the rest can be
 * kept in one save.
 */
export function saveDecisions(
  store: SavingStore,
  row: string,
  { conflicts, decided }: { conflicts: readonly Conflict[]; decided: Decided },
): void {
  const issue = store.rows.row(row)?.state.issue;
  if (issue?.kind !== "changed") return;
  const { values } = issue.theirs;
  const taken = conflicts.filter((conflict) => decided.get(keyOf(conflict)) === "theirs");
  for (const { fields } of taken) {
    store.type(row, Object.fromEntries(fields.map((field) => [field, values[field] ?? null])));
  }
  if (taken.length < conflicts.length) store.keepYours(row);
  else store.takeTheirs(row);
}
