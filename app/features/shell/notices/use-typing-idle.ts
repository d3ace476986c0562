import { useEffect, useState } from "react";

/** Between two keys of somebody who goes down a column of marks. */
const REST_MS = 1_000;

let lastKeyAt = 0;

/** When a key was last pressed on this page, in milliseconds. */
export function lastKey(): number {
  return lastKeyAt;
}

/** Turns true only when the hands rest: what opens under them would take the next mark for an answer. */
export function useTypingIdle(isWanted: boolean): boolean {
  const [isRested, setRested] = useState(false);

  useEffect(() => {
    const note = () => (lastKeyAt = Date.now());
    window.addEventListener("keydown", note, true);
    return () => window.removeEventListener("keydown", note, true);
  }, []);

  useEffect(() => {
    if (!isWanted) return setRested(false);
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const wait = lastKeyAt + REST_MS - Date.now();
      if (wait > 0) timer = setTimeout(look, wait);
      else setRested(true);
    };
    look();
    return () => clearTimeout(timer);
  }, [isWanted]);

  return isWanted && isRested;
}
