import { useSyncExternalStore } from "react";

import type { Issue } from "#saving/client/row-state.ts";

import { conflictsOf, saveDecisions } from "./conflicts.rules.ts";
import type { Choice, Conflict } from "./conflicts.rules.ts";
import { useReportContext } from "./report-context.ts";

type Changed = Extract<Issue, { kind: "changed" }>;
type Chosen = ReadonlyMap<string, Choice>;

const NOTHING: Chosen = new Map();

/** What was chosen so far of each colleague's change that leaves several to choose. */
const decisions = new WeakMap<Changed, Chosen>();
const listeners = new Set<() => void>();

/** Whose to keep, field by field; it is saved as one act when the last is chosen. */
export function useDecisions(issue: Changed) {
  const { store, row, hands } = useReportContext();
  const read = () => decisions.get(issue) ?? NOTHING;
  const chosen = useSyncExternalStore(subscribe, read, read);
  const state = store.rows.row(row)?.state;
  const conflicts = state ? conflictsOf(state, issue) : [];
  const open = conflicts.filter(({ field }) => !chosen.has(field));

  function decide(conflict: Conflict, choice: Choice) {
    const now = new Map(chosen).set(conflict.field, choice);
    decisions.set(issue, now);
    for (const listener of listeners) listener();
    const decided = conflicts.flatMap((each) => {
      const made = now.get(each.field);
      return made ? [{ conflict: each, choice: made }] : [];
    });
    if (decided.length < conflicts.length) return;
    saveDecisions(store, row, decided);
    hands.rewrite();
  }

  return { chosen, decide, left: open.length };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
