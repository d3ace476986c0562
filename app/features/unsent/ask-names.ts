import { MOST_ROWS } from "#saving/protocol/protocol.ts";
import { MOST_TARGETS, askNames, type AskedTarget, type NamedTarget } from "#saving/client/target-names.ts";

import type { UnsentGroup } from "./unsent-groups.rules.ts";

/** What the server said of each target that it was asked about: null for one that was never the person's to see. */
export type Answered = ReadonlyMap<string, NamedTarget | null>;

export function askedOf(groups: readonly UnsentGroup[]): AskedTarget[] {
  return groups.map(({ target, rows }) => ({
    target,
    rows: rows.slice(0, MOST_ROWS).map(({ row }) => row),
  }));
}

/** As many at a time as one request may ask about; without an answer the rest is not asked for either. */
export async function* askAllNames(asked: readonly AskedTarget[]): AsyncGenerator<Answered> {
  for (let from = 0; from < asked.length; from += MOST_TARGETS) {
    const portion = asked.slice(from, from + MOST_TARGETS);
    const answered = await askNames(portion);
    if (!answered) return;
    const named = new Map(answered.map((each) => [each.target, each]));
    yield new Map(portion.map(({ target }) => [target, named.get(target) ?? null]));
  }
}
