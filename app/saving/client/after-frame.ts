/** What waits for a frame waits no longer than this: a slow page, or one out of sight, draws none in time. */
const LATEST_MS = 50;

/** Does `work` once the screen shows what a key has done: whoever types never waits for it. */
export function afterFrame(work: () => void): void {
  let isDone = false;
  if (typeof requestAnimationFrame === "undefined") return doIt();
  setTimeout(doIt, LATEST_MS);
  requestAnimationFrame(() => setTimeout(doIt));

  function doIt() {
    if (isDone) return;
    isDone = true;
    work();
  }
}
