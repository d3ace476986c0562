import { parentPort } from "node:worker_threads";
import { tsImport } from "tsx/esm/api";

/** Plain JavaScript, because a worker thread does not start from TypeScript under tsx. */
const { render } = await tsImport("./render.ts", import.meta.url);

/** A class is laid out in a tenth of a second, and on a slow machine in a few: nobody sees more than that. */
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
    parentPort?.postMessage({ file }, [file.bytes.buffer]);
  } catch (error) {
    parentPort?.postMessage({
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
