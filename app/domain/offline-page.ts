/**
 * What the server, the pages and the browser's worker agree on (app/server/service-worker.ts). The worker stores one
 * page on the device, the sheet that was opened last, so that a reload without network shows it to its account alone.
 */
export const WORKER_FILE = "/app/service-worker.js";

/** What the worker answers for: every sheet lies below. */
export const WORKER_SCOPE = "/app/";

/**
 * Where the page lies, with the scripts and the style sheet that it needs. The name stays that of the first version:
 * under another one the page that is stored today would never be erased.
 */
export const OFFLINE_CACHE = "kept-page";

/** Says on the device whose pages these are. */
export const ACCOUNT_COOKIE = { name: "account", path: "/app" } as const;

/** From a page to the worker: its address, and the files that it has loaded so far. */
export type StorePageRequest = { store: string; files: readonly string[] };

/** From the worker to all pages: the address of the one that is on the device now. */
export type StoredPageReply = { stored: string | null };
