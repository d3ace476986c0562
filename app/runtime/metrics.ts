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

/** The upper limits of the buckets in seconds. Pages take a few milliseconds, and slow documents take seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A default metric of prom-client. If it exists, all default metrics are already registered. */
const PROCESS_METRICS_STARTED = "process_resident_memory_bytes";

type Description<Label extends string> = { name: string; help: string; labelNames?: readonly Label[] };

// Creates or finds a counter. A metric may already exist, because the development server reloads modules, which then
// register their metrics again.
export function createCounter<Label extends string>(description: Description<Label>): Counter<Label> {
  return registered(description.name) ?? new Counter({ labelNames: [], ...description });
}

/** Creates or finds a gauge. @param description `collect` sets the values when somebody reads the metrics */
export function createGauge<Label extends string>(description: GaugeConfiguration<Label>): Gauge<Label> {
  return registered(description.name) ?? new Gauge(description);
}

/** Creates or finds a histogram. @param description `buckets` are upper limits in seconds */
export function createHistogram<Label extends string>(
  description: Description<Label> & { buckets?: number[] },
): Histogram<Label> {
  return registered(description.name) ?? new Histogram({ labelNames: [], buckets: BUCKETS, ...description });
}

function registered<Metric>(name: string): Metric | undefined {
  return register.getSingleMetric(name) as Metric | undefined;
}

/**
 * Starts measuring memory, processor time and event loop of this process. The primary process gets the values too,
 * because it serves the metrics of all processes.
 * @param labels these are added to each metric of this process
 */
export function startProcessMetrics(labels: Record<string, string> = {}): void {
  register.setDefaultLabels(labels);
  if (!register.getSingleMetric(PROCESS_METRICS_STARTED)) collectDefaultMetrics();
  if (cluster.isWorker) new AggregatorRegistry();
}

/**
 * Serves the metrics on a separate port of the loopback address, so that a proxy cannot publish them by mistake. If
 * there are several processes, the primary one serves the metrics of all.
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
