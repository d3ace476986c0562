/**
 * What the server, the pages and the browser's worker agree on (app/server/service-worker.ts). The worker keeps one page,
 * the sheet that was opened last, so that a reload without network shows it; nobody but its account sees it.
 */
export const WORKER_FILE = "/app/service-worker.js";

/** What the worker answers for: every sheet lies below. */
export const WORKER_SCOPE = "/app/";

/** Says on the device whose pages these are. */
export const ACCOUNT_COOKIE = { name: "account", path: "/app" } as const;

/** From a page: its address, and the files that it has loaded so far. */
export type KeepRequest = { keep: string; files: readonly string[] };

/** From the worker, to all pages: the address of the one that is on the device now. */
export type KeptReply = { kept: string | null };
