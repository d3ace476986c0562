import { useState } from "react";

import type { ResetLine } from "./reset.rules.ts";

type Ids = ReadonlySet<number>;

export type Chosen = {
  ids: Ids;
  isAll: boolean;
  choose: (id: number, isChosen: boolean) => void;
  chooseAll: (isChosen: boolean) => void;
};

const NOBODY: Ids = new Set();

/** Who is ticked on this page of the list; another page begins without ticks. */
export function useChosen(lines: readonly ResetLine[]): Chosen {
  const offered = lines.filter(({ mayReset }) => mayReset).map(({ id }) => id);
  const page = offered.join();
  const [ticked, setTicked] = useState({ page, ids: NOBODY });
  const idsOf = (of: typeof ticked) => (of.page === page ? of.ids : NOBODY);
  const ids = idsOf(ticked);

  function choose(id: number, isChosen: boolean) {
    setTicked((before) => {
      const others = [...idsOf(before)].filter((one) => one !== id);
      return { page, ids: new Set(isChosen ? [...others, id] : others) };
    });
  }

  return {
    ids,
    isAll: offered.length > 0 && offered.every((id) => ids.has(id)),
    choose,
    chooseAll: (isChosen) => setTicked({ page, ids: new Set(isChosen ? offered : []) }),
  };
}
