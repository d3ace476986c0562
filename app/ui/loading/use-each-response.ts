import { useEffect, useRef } from "react";

/**
 * Calls `act` once for each response of a fetcher, even if React skips an effect. The router keeps responses outside
 * React, so a page may render with a response before React knows of a change. React then skips the effects of that
 * render, and an effect that depends on the response never runs.
 */
export function useEachResponse<Answer>(answer: Answer | undefined, act: (answer: Answer) => void): void {
  const last = useRef<Answer>();

  useEffect(() => {
    if (answer === undefined || answer === last.current) return;
    last.current = answer;
    act(answer);
  });
}
