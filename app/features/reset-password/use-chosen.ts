import { useState } from "react";

import type { ResetLine } from "./reset.rules.ts";

export type Chosen = {
  ids: ReadonlySet<number>;
  isAll: boolean;
  choose: (id: number, isChosen: boolean) => void;
  chooseAll: (isChosen: boolean) => void;
};

/** Who is ticked on this page of the list; another page begins without ticks. */
export function useChosen(lines: readonly ResetLine[]): Chosen {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const offered = lines.filter(({ mayReset }) => mayReset).map(({ id }) => id);
  const shown = offered.join();
  const [of, setOf] = useState(shown);

  // While drawing, for an effect would take away what the boxes told of the time before script.
  if (of !== shown) {
    setOf(shown);
    setIds(new Set());
  }

  function choose(id: number, isChosen: boolean) {
    setIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  }

  return {
    ids,
    isAll: offered.length > 0 && offered.every((id) => ids.has(id)),
    choose,
    chooseAll: (isChosen) => setIds(new Set(isChosen ? offered : [])),
  };
}
