/** Where the worker keeps the page, with the scripts and the style sheet that it needs. */
export const KEPT_STORE = "kept-page";

/** Nobody is signed in here now: nothing of anybody's is kept. */
export function forgetOfflinePage(): void {
  // Where storage is blocked the asking throws already.
  Promise.resolve()
    .then(() => window.caches.delete(KEPT_STORE))
    .catch(() => undefined);
}
