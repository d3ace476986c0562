import { OFFLINE_CACHE } from "#domain/offline-page.ts";

/** Nobody is signed in here now, so no page of anybody's stays on the device. */
export function forgetOfflinePage(): void {
  // Where storage is blocked the asking throws already.
  Promise.resolve()
    .then(() => window.caches.delete(OFFLINE_CACHE))
    .catch(() => undefined);
}
