import { useEffect, useState } from "react";
import { idOf } from "#domain/paths.ts";

import { tickName } from "./post-reports.rules.ts";

export type Ticks = {
  ticked: ReadonlySet<number>;
  tick: (ids: readonly number[], isTicked: boolean) => void;
};

/** Which rows are ticked. @param first those that were when the form was sent and not taken */
export function useTicks(first: readonly number[]): Ticks {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set(first));

  useEffect(() => {
    const early = tickedBefore();
    if (early.length > 0) setTicked((before) => new Set([...before, ...early]));
  }, []);

  function tick(ids: readonly number[], isTicked: boolean) {
    setTicked((before) => {
      const others = [...before].filter((id) => !ids.includes(id));
      return new Set(isTicked ? [...others, ...ids] : others);
    });
  }

  return { ticked, tick };
}

/** What was ticked before script came, which the boxes alone know: the next tick would take it away again. */
function tickedBefore(): number[] {
  const prefix = tickName("");
  const boxes = document.querySelectorAll<HTMLInputElement>(`input[name^="${prefix}"]:checked`);
  return [...boxes].flatMap(({ name }) => idOf(name.slice(prefix.length)) ?? []);
}
