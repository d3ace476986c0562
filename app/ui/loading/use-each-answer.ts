import { useEffect, useRef } from "react";

/**
 * Acts once on each answer of a fetcher. The router keeps the answers beside React, so that a page may be drawn with one
 * before React knows that anything changed: then it skips the effects of that drawing for good, and one that depends on
 * the answer never runs.
 */
export function useEachAnswer<Answer>(answer: Answer | undefined, act: (answer: Answer) => void): void {
  const last = useRef<Answer>();

  useEffect(() => {
    if (answer === undefined || answer === last.current) return;
    last.current = answer;
    act(answer);
  });
}
