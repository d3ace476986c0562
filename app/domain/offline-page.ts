/**
 * Names shared by the server, the pages and the service worker (app/server/service-worker.ts). The worker stores one
 * page on the device, the mark sheet opened last, so that it can be reloaded without a network. Only the account that
 * opened the sheet sees it.
 */
export const WORKER_FILE = "/app/service-worker.js";

/** The worker handles requests below this path, which includes every mark sheet. */
export const WORKER_SCOPE = "/app/";

/**
 * The cache of the stored page, its scripts and its style sheet. Never rename it: pages stored under the old name would
 * never be deleted.
 */
export const OFFLINE_CACHE = "kept-page";

/** The cookie with the account whose pages are stored on this device. */
export const ACCOUNT_COOKIE = { name: "account", path: "/app" } as const;

/** A message from a page to the worker: the address of the page to store, and the files it has loaded so far. */
export type StorePageRequest = { store: string; files: readonly string[] };

/** A message from the worker to all pages: the address of the page that is stored now, or null. */
export type StoredPageReply = { stored: string | null };
