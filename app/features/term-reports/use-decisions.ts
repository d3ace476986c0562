import { useSyncExternalStore } from "react";

import type { Trouble } from "#saving/row-state.ts";

import { contestsOf, saveDecisions } from "./contests.rules.ts";
import type { Choice, Contest } from "./contests.rules.ts";
import { useDesk } from "./record-desk.ts";

type Changed = Extract<Trouble, { kind: "changed" }>;
type Chosen = ReadonlyMap<string, Choice>;

const NOTHING: Chosen = new Map();

/** What was chosen so far of each colleague's change that leaves several to choose. */
const decisions = new WeakMap<Changed, Chosen>();
const listeners = new Set<() => void>();

/** Whose to keep, field by field; it is saved as one act when the last is chosen. */
export function useDecisions(trouble: Changed) {
  const { store, row, hands } = useDesk();
  const read = () => decisions.get(trouble) ?? NOTHING;
  const chosen = useSyncExternalStore(subscribe, read, read);
  const state = store.book.row(row)?.state;
  const contests = state ? contestsOf(state, trouble) : [];
  const open = contests.filter(({ field }) => !chosen.has(field));

  function decide(contest: Contest, choice: Choice) {
    const now = new Map(chosen).set(contest.field, choice);
    decisions.set(trouble, now);
    for (const listener of listeners) listener();
    const decided = contests.flatMap((each) => {
      const made = now.get(each.field);
      return made ? [{ contest: each, choice: made }] : [];
    });
    if (decided.length < contests.length) return;
    saveDecisions(store, row, decided);
    hands.rewrite();
  }

  return { chosen, decide, left: open.length };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
