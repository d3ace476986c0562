import cluster from "node:cluster";
import { env } from "#runtime/env.ts";
import { exitOnError } from "#runtime/exit.ts";

/**
 * Implements `npm run web`: several web processes behind one port (WEB_CONCURRENCY), or one that serves alone. In
 * development there is only one, because Vite runs in this process.
 */
const { WEB_CONCURRENCY } = exitOnError(env);
const isAlone = WEB_CONCURRENCY === 1 || process.argv.includes("--dev");

if (cluster.isPrimary && !isAlone) await import("./web/processes.ts");
else await import("./web/serve.ts");
