import { parentPort, workerData } from "node:worker_threads";

/**
 * This file is plain JavaScript, because a worker thread cannot be started from TypeScript under tsx. Tests set
 * `BUILT_THREADS`, because translating the sources for each thread takes longer than reading most of the files.
 */
const folder = process.env.NODE_ENV === "production" ? "build/server" : process.env.BUILT_THREADS;
const { parseSpreadsheet } = await (folder ? built() : fromSource());

/** Silences the console, because the parser prints a line for each problem in a damaged file. */
for (const method of /** @type {const} */ (["log", "info", "warn", "error"])) console[method] = () => {};

const { path, limits, choices } = workerData;
parentPort?.postMessage(await parseSpreadsheet(path, limits, choices));

/** @returns {Promise<typeof import("./parse-sheet.server.ts")>} */
async function built() {
  return import(new URL(`../../../${folder}/sheets.js`, import.meta.url).href);
}

/** @returns {Promise<typeof import("./parse-sheet.server.ts")>} */
async function fromSource() {
  const { tsImport } = await import("tsx/esm/api");
  return tsImport("./parse-sheet.server.ts", import.meta.url);
}
