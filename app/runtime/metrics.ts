import cluster from "node:cluster";
import { createServer, type Server } from "node:http";
import {
  AggregatorRegistry,
  Counter,
  Gauge,
  Histogram,
  collectDefaultMetrics,
  register,
  type GaugeConfiguration,
} from "prom-client";

/** Seconds. Pages take a few milliseconds, a slow document takes seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Names that prom-client's own metrics of a process have beside ours: memory, processor, event loop. */
const PROCESS_METRICS_STARTED = "process_resident_memory_bytes";

type Description<Label extends string> = { name: string; help: string; labelNames?: readonly Label[] };

// A module that the development server loads again registers its metrics again, so each function below returns the
// metric that is there.

export function counter<Label extends string>(description: Description<Label>): Counter<Label> {
  return registered(description.name) ?? new Counter({ labelNames: [], ...description });
}

/** @param description `collect` sets the values at the moment somebody reads the metrics. */
export function gauge<Label extends string>(description: GaugeConfiguration<Label>): Gauge<Label> {
  return registered(description.name) ?? new Gauge(description);
}

/** @param description `buckets` are upper limits in seconds. */
export function histogram<Label extends string>(
  description: Description<Label> & { buckets?: number[] },
): Histogram<Label> {
  return registered(description.name) ?? new Histogram({ labelNames: [], buckets: BUCKETS, ...description });
}

function registered<Metric>(name: string): Metric | undefined {
  return register.getSingleMetric(name) as Metric | undefined;
}

/**
 * Counts memory, processor time and event loop of this process, and answers the primary process, which serves the
 * metrics of all.
 *
 * @param labels are added to each metric of this process.
 */
export function startProcessMetrics(labels: Record<string, string> = {}): void {
  register.setDefaultLabels(labels);
  if (!register.getSingleMetric(PROCESS_METRICS_STARTED)) collectDefaultMetrics();
  if (cluster.isWorker) new AggregatorRegistry();
}

/**
 * Serves the metrics on the loopback only, and on a port of their own: a proxy in front cannot show them to the world
 * by mistake. The primary process of several serves the metrics of all web processes.
 */
export function serveMetrics(port: number): Server {
  const several = cluster.isPrimary && Object.keys(cluster.workers ?? {}).length > 0;
  const read = several ? readAllProcesses() : () => register.metrics();
  const server = createServer(async (_request, response) => {
    try {
      const text = await read();
      response.setHeader("Content-Type", register.contentType).end(text);
    } catch {
      response.writeHead(503).end("A web process did not answer. Try again.\n");
    }
  });
  return server.listen(port, "127.0.0.1");
}

function readAllProcesses(): () => Promise<string> {
  const registry = new AggregatorRegistry();
  return () => registry.clusterMetrics();
}
