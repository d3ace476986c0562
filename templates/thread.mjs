import { parentPort } from "node:worker_threads";
import { tsImport } from "tsx/esm/api";

/** Plain JavaScript, because a worker thread does not start from TypeScript under tsx. */
const { render } = await tsImport("./render.ts", import.meta.url);

parentPort?.on("message", async (job) => {
  try {
    const file = await render(job);
    parentPort?.postMessage({ file }, [file.bytes.buffer]);
  } catch (error) {
    parentPort?.postMessage({
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
