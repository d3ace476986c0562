/** What waits for a frame waits no longer than this: a slow page, or one out of sight, draws none in time. */
const LATEST_MS = 50;

/**
 * Does `work` once the screen shows what a key has done: who types never waits for it.
 * @returns what does it at once, if it is not done yet
 */
export function afterFrame(work: () => void): () => void {
  let isDone = false;
  if (typeof requestAnimationFrame === "undefined") doIt();
  else {
    setTimeout(doIt, LATEST_MS);
    requestAnimationFrame(() => setTimeout(doIt));
  }
  return doIt;

  function doIt() {
    if (isDone) return;
    isDone = true;
    work();
  }
}
