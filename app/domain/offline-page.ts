/**
 * Names that the server, the pages and the service worker (app/server/service-worker.ts) share. The worker stores one
 * page on the device, the mark sheet that was opened last, so that the sheet can be reloaded without a network. Only
 * the account that opened the sheet sees the stored page.
 */
export const SERVICE_WORKER_FILE = "/app/service-worker.js";

/** The worker handles requests below this path, which includes the path of every mark sheet. */
export const SERVICE_WORKER_SCOPE = "/app/";

/**
 * The name of the cache for the stored page, its scripts and its style sheet. Never change this name: pages stored
 * under the old name would never be deleted.
 */
export const OFFLINE_CACHE = "kept-page";

/** The cookie that names the account whose pages are stored on this device. */
export const ACCOUNT_COOKIE = { name: "account", path: "/app" } as const;

/** A message from a page to the worker: the address of the page to store, and the files that the page has loaded. */
export type StoreOfflinePageRequest = { store: string; files: readonly string[] };

/** A message from the worker to all pages, with the address of the page that is now stored, or null. */
export type OfflinePageReply = { stored: string | null };
