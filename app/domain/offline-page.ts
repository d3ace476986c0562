/**
 * Names that the server, the pages and the browser's worker share (app/server/service-worker.ts). The worker stores
 * one page on the device, the mark sheet opened last, so that reloading it without a network shows it, to its own
 * account only.
 */
export const WORKER_FILE = "/app/service-worker.js";

/** The paths that the worker handles: every sheet is below this one. */
export const WORKER_SCOPE = "/app/";

/**
 * The cache with the page and its scripts and style sheet. The name must stay that of the first version: under
 * another name, a page stored earlier would never be deleted.
 */
export const OFFLINE_CACHE = "kept-page";

/** The cookie that says whose pages are on this device. */
export const ACCOUNT_COOKIE = { name: "account", path: "/app" } as const;

/** A message from a page to the worker: its address, and the files that it has loaded so far. */
export type StorePageRequest = { store: string; files: readonly string[] };

/** A message from the worker to all pages: the address of the page that is stored now. */
export type StoredPageReply = { stored: string | null };
