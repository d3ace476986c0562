import { OFFLINE_CACHE } from "#domain/offline-page.ts";

/** Removes all pages from the device, because nobody is signed in here now. */
export function deleteOfflinePages(): void {
  // Reading `caches` already throws if storage is blocked.
  Promise.resolve()
    .then(() => window.caches.delete(OFFLINE_CACHE))
    .catch(() => undefined);
}
