import { createServer, type Server } from "node:http";
import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";
import { collectCounted, renderMetrics, type Family } from "./metrics.ts";

const QUANTILES = [0.5, 0.99, 1];
const RESOLUTION_MS = 20;

/** What the process itself has counted so far, and how it does. */
export function collectMetrics(): Family[] {
  return [...collectCounted(), memory(), waits()];
}

/** On the loopback only, and on a port of its own: a proxy in front cannot show it to the world by mistake. */
export function serveMetrics(port: number, collect: () => Promise<Family[]>): Server {
  const server = createServer(async (_request, response) => {
    const families = await collect();
    response.setHeader("Content-Type", "text/plain; version=0.0.4");
    response.end(renderMetrics(families));
  });
  return server.listen(port, "127.0.0.1");
}

function memory(): Family {
  const name = "process_resident_memory_bytes";
  const samples = [{ name, labels: {}, value: process.memoryUsage.rss() }];
  return { name, help: "Memory the process holds.", type: "gauge", samples };
}

let delay: IntervalHistogram | null = null;

/** How long what is due had to wait for the process since it was last asked; measured from the first time on. */
function waits(): Family {
  const name = "termbook_event_loop_delay_seconds";
  delay ??= measuring();
  const at = (quantile: number) => (delay?.count ? secondsLate(delay.percentile(quantile * 100)) : 0);
  const samples = QUANTILES.map((quantile) => ({ name, labels: { quantile }, value: at(quantile) }));
  delay.reset();
  return {
    name,
    help: "Seconds that work waits for the process, since the last time.",
    type: "gauge",
    samples,
  };
}

/** A timer that is due on time is told with the time that it was set for. */
function secondsLate(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
}

function measuring(): IntervalHistogram {
  const made = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  made.enable();
  return made;
}
