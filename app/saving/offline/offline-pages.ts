import { OFFLINE_CACHE } from "#domain/offline-page.ts";

/**
 * Tells whether this page can be shown again without a network. This needs HTTPS; otherwise the page must stay open.
 */
export function canReloadOffline(): boolean {
  if (typeof document === "undefined") return false;
  const { storedPage } = document.documentElement.dataset;
  return storedPage !== undefined && isPageOrDialogOverPage(location.pathname, storedPage);
}

/**
 * Tells whether a path is the page itself or a dialog over it. The URL of a dialog starts with the URL of its page,
 * and without a network a dialog can only close to this page.
 */
export function isPageOrDialogOverPage(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`);
}

/** Formats a time such as `10:05` in the device's time zone, because the device stored the page. */
export function formatOfflineTime(storedAt: string): string {
  return new Date(storedAt).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** Deletes all stored pages from the device, because nobody is signed in. */
export function deleteOfflinePages(): void {
  // `caches` throws if the browser blocks storage.
  Promise.resolve()
    .then(() => window.caches.delete(OFFLINE_CACHE))
    .catch(() => undefined);
}
