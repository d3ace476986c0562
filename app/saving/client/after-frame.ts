/** A slow page, or one out of sight, may draw no frame in time, so the work waits no longer than this. */
const LATEST_MS = 50;

/** Runs the work after the next frame, so that typing never waits for it. */
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
