import { env } from "#runtime/env.ts";
import { hasCode } from "#runtime/errors.ts";
import { log, logAndEnd } from "#runtime/log.ts";
import { built, underDevelopment } from "./bundle.ts";
import { hooksOf, serveMetrics } from "./http/health.ts";
import { createApp } from "./http.ts";
import { createHttpServer } from "./listening.ts";

/** `npm run web` runs this: one web process, without state of its own. */
const { PORT, HOST, METRICS_PORT } = env();

/** Longer than the drain: what still hangs then is given up. */
const LAST_MS = 12_000;

let draining = false;

process.on("uncaughtException", logAndEnd);
const { server, listen, drain } = createHttpServer((request, response) => app(request, response));
const { build, clientFiles } = process.argv.includes("--dev")
  ? await underDevelopment(server)
  : await built();
const app = createApp({ build, clientFiles, env: env(), log: log(), isDraining: () => draining });

process.on("SIGTERM", stop);
process.on("SIGINT", stop);
await listen(PORT, HOST).catch(explainAndLeave);
if (METRICS_PORT) serveMetrics(METRICS_PORT);
log().info({ port: PORT, host: HOST }, "listening");

async function stop(): Promise<void> {
  if (draining) return;
  draining = true;
  setTimeout(() => process.exit(1), LAST_MS);
  await drain();
  await (await hooksOf(build)).close();
  process.exit(0);
}

function explainAndLeave(error: unknown): never {
  if (!hasCode(error, "EADDRINUSE")) throw error;
  console.error(`Port ${PORT} of ${HOST} is taken by another program. PORT=3001 chooses another one.`);
  process.exit(1);
}
