import { useEffect, useState } from "react";

import { askNames, askedOf } from "./ask-names.ts";
import type { Answered } from "./ask-names.ts";
import type { KeptGroup } from "./unsent-groups.rules.ts";
import type { AskedSheet } from "./names.ts";

const NOTHING: Answered = new Map();

/** The device keeps no names: the server gives them, asked again when the network is back. */
export function useNames(groups: readonly KeptGroup[]): Answered {
  const [names, setNames] = useState(NOTHING);
  const asked = JSON.stringify(askedOf(groups));

  useEffect(() => {
    let isGone = false;

    async function ask() {
      for await (const answered of askNames(JSON.parse(asked) as AskedSheet[])) {
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
