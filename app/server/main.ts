import cluster from "node:cluster";
import { env } from "#runtime/env.ts";
import { exitOnError } from "#runtime/exit.ts";

/**
 * Implements `npm run web`: WEB_CONCURRENCY web processes behind one port, or one that serves by itself. In
 * development there is one process, because Vite is one program.
 */
const { WEB_CONCURRENCY } = exitOnError(env);
const isAlone = WEB_CONCURRENCY === 1 || process.argv.includes("--dev");

if (cluster.isPrimary && !isAlone) await import("./web/processes.ts");
else await import("./web/serve.ts");
