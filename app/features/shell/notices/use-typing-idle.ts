import { useEffect, useState } from "react";

/** Longer than between two keys of a teacher who goes down a column of marks. */
const IDLE_MS = 1_000;

let lastKeyAt = 0;

/** When a key was last pressed on this page, in milliseconds. */
export function lastKey(): number {
  return lastKeyAt;
}

/** Turns true only when nobody is typing: what opens then would take the next mark for an answer. */
export function useTypingIdle(isWanted: boolean): boolean {
  const [isIdle, setIdle] = useState(false);

  useEffect(() => {
    const record = () => (lastKeyAt = Date.now());
    window.addEventListener("keydown", record, true);
    return () => window.removeEventListener("keydown", record, true);
  }, []);

  useEffect(() => {
    if (!isWanted) return setIdle(false);
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const wait = lastKeyAt + IDLE_MS - Date.now();
      if (wait > 0) timer = setTimeout(look, wait);
      else setIdle(true);
    };
    look();
    return () => clearTimeout(timer);
  }, [isWanted]);

  return isWanted && isIdle;
}
