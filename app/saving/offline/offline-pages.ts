import { OFFLINE_CACHE } from "#domain/offline-page.ts";

/**
 * Tells whether the device can show this page when it is reloaded without a network. Without HTTPS the device cannot,
 * and the page must stay open.
 */
export function canReloadOffline(): boolean {
  if (typeof document === "undefined") return false;
  const { storedPage } = document.documentElement.dataset;
  return storedPage !== undefined && isOrUnder(location.pathname, storedPage);
}

/**
 * Tells whether a path is the page itself or a dialog over it. Dialogs have addresses below their page's own, and lead
 * back to the page without a network.
 */
export function isOrUnder(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`);
}

/** Formats a time such as `10:05` by the clock of the device, because the device stored the page. */
export function offlineTime(storedAt: string): string {
  return new Date(storedAt).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** Removes all pages from the device, because nobody is signed in here now. */
export function deleteOfflinePages(): void {
  // Reading `caches` already throws if storage is blocked.
  Promise.resolve()
    .then(() => window.caches.delete(OFFLINE_CACHE))
    .catch(() => undefined);
}
