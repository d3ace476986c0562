import { MOST_ROWS } from "#saving/protocol/protocol.ts";

import type { KeptGroup } from "./unsent-groups.rules.ts";
import { MOST_SHEETS } from "./names.ts";
import type { AskedSheet, NamedSheet } from "./names.ts";

const ADDRESS = "/app/unsent/names";

/** What the server said of each sheet that it was asked about: null for one that was never the person's to see. */
export type Answered = ReadonlyMap<string, NamedSheet | null>;

export function askedOf(groups: readonly KeptGroup[]): AskedSheet[] {
  return groups.map(({ sheet, rows }) => ({
    sheet,
    rows: rows.slice(0, MOST_ROWS).map(({ row }) => row),
  }));
}

/** As many at a time as one request may ask about; without an answer the rest is not asked for either. */
export async function* askNames(asked: readonly AskedSheet[]): AsyncGenerator<Answered> {
  for (let from = 0; from < asked.length; from += MOST_SHEETS) {
    const portion = asked.slice(from, from + MOST_SHEETS);
    const sheets = await namesOf(portion);
    if (!sheets) return;
    const named = new Map(sheets.map((each) => [each.sheet, each]));
    yield new Map(portion.map(({ sheet }) => [sheet, named.get(sheet) ?? null]));
  }
}

/** @returns null without an answer */
async function namesOf(sheets: readonly AskedSheet[]): Promise<NamedSheet[] | null> {
  try {
    const answer = await fetch(ADDRESS, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ sheets }),
    });
    if (!answer.ok) return null;
    return ((await answer.json()) as { sheets: NamedSheet[] }).sheets;
  } catch {
    return null;
  }
}
