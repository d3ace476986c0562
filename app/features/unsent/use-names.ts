import { useEffect, useState } from "react";
import { MOST_ROWS } from "#saving/protocol.ts";

import type { KeptGroup } from "./kept-groups.rules.ts";
import { MOST_SHEETS } from "./names.ts";
import type { AskedSheet, NamedSheet } from "./names.ts";

const ADDRESS = "/app/unsent/names";

export type Names = { of: ReadonlyMap<string, NamedSheet>; isAnswered: boolean };

const NOTHING: Names = { of: new Map(), isAnswered: false };

/** The device keeps no names: the server gives them, asked again when the network is back. */
export function useNames(groups: readonly KeptGroup[]): Names {
  const [names, setNames] = useState(NOTHING);
  const asked = JSON.stringify(askedOf(groups));

  useEffect(() => {
    let isGone = false;

    async function ask() {
      const sheets = await namesOf(asked);
      if (isGone || !sheets) return;
      setNames({ of: new Map(sheets.map((named) => [named.sheet, named])), isAnswered: true });
    }

    if (asked !== "[]") void ask();
    window.addEventListener("online", ask);
    return () => {
      isGone = true;
      window.removeEventListener("online", ask);
    };
  }, [asked]);

  return names;
}

function askedOf(groups: readonly KeptGroup[]): AskedSheet[] {
  return groups
    .slice(0, MOST_SHEETS)
    .map(({ sheet, rows }) => ({ sheet, rows: rows.slice(0, MOST_ROWS).map(({ row }) => row) }));
}

/** @returns null without an answer */
async function namesOf(asked: string): Promise<NamedSheet[] | null> {
  try {
    const answer = await fetch(ADDRESS, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: `{"sheets":${asked}}`,
    });
    if (!answer.ok) return null;
    const { sheets } = (await answer.json()) as { sheets: NamedSheet[] };
    return sheets;
  } catch {
    return null;
  }
}
