import cluster from "node:cluster";
import { env } from "#runtime/env.ts";
import { orLeave } from "#runtime/leave.ts";

/**
 * `npm run web` runs this: WEB_CONCURRENCY web processes behind one port, or one that serves by itself. Under development
 * Vite is one program, and so are we.
 */
const { WEB_CONCURRENCY } = orLeave(env);
const isAlone = WEB_CONCURRENCY === 1 || process.argv.includes("--dev");

if (cluster.isPrimary && !isAlone) await import("./web/processes.ts");
else await import("./web/serve.ts");
