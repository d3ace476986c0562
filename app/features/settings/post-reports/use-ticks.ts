import { useState } from "react";

export type Ticks = {
  ticked: ReadonlySet<number>;
  tick: (ids: readonly number[], isTicked: boolean) => void;
};

/** Which rows are ticked. @param first those that were when the form was sent and not taken */
export function useTicks(first: readonly number[]): Ticks {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set(first));

  function tick(ids: readonly number[], isTicked: boolean) {
    setTicked((before) => {
      const others = [...before].filter((id) => !ids.includes(id));
      return new Set(isTicked ? [...others, ...ids] : others);
    });
  }

  return { ticked, tick };
}
