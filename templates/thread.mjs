import { parentPort } from "node:worker_threads";

/**
 * This file is plain JavaScript, because a worker thread cannot be started from TypeScript under tsx. `BUILT_THREADS` is
 * the folder of the bundles that tests use.
 */
const folder = process.env.NODE_ENV === "production" ? "build/server" : process.env.BUILT_THREADS;
const { render } = await (folder ? built() : fromSource());

/** The interval of progress messages. A class takes a tenth of a second, or seconds on a slow machine. */
const TELL_EVERY_MS = 500;

parentPort?.on("message", async (job) => {
  let told = performance.now();
  /** @param {number} pages */
  const tell = (pages) => {
    if (performance.now() - told < TELL_EVERY_MS) return;
    told = performance.now();
    parentPort?.postMessage({ pages });
  };
  try {
    const file = await render(job, tell);
    parentPort?.postMessage({ file }, [/** @type {ArrayBuffer} */ (file.bytes.buffer)]);
  } catch (error) {
    parentPort?.postMessage({
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});

/** @returns {Promise<typeof import("./render.ts")>} */
async function built() {
  return import(new URL(`../${folder}/documents.js`, import.meta.url).href);
}

/** @returns {Promise<typeof import("./render.ts")>} */
async function fromSource() {
  const { tsImport } = await import("tsx/esm/api");
  return tsImport("./render.ts", import.meta.url);
}
