import { useEffect, useRef } from "react";

/**
 * Calls `act` once for each response of a fetcher. The router keeps responses outside React, so that a page may render
 * with one before React knows of any change: React then skips the effects of that render for good, and an effect that
 * depends on the response never runs.
 */
export function useEachResponse<Answer>(answer: Answer | undefined, act: (answer: Answer) => void): void {
  const last = useRef<Answer>();

  useEffect(() => {
    if (answer === undefined || answer === last.current) return;
    last.current = answer;
    act(answer);
  });
}
