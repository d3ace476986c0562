import { useEffect, useState } from "react";
import type { AskedTarget } from "#saving/client/target-names.ts";

import { askAllNames, askedOf, type Answered } from "./ask-names.ts";
import type { UnsentGroup } from "./unsent-groups.rules.ts";

const NOTHING: Answered = new Map();

/** The names of what waits, asked for again when the network is back. */
export function useNames(groups: readonly UnsentGroup[]): Answered {
  const [names, setNames] = useState(NOTHING);
  const asked = JSON.stringify(askedOf(groups));

  useEffect(() => {
    let isGone = false;

    async function ask() {
      for await (const answered of askAllNames(JSON.parse(asked) as AskedTarget[])) {
        if (isGone) return;
        setNames((known) => new Map([...known, ...answered]));
      }
    }

    void ask();
    window.addEventListener("online", ask);
    return () => {
      isGone = true;
      window.removeEventListener("online", ask);
    };
  }, [asked]);

  return names;
}
