import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";

type Labels = Record<string, string | number>;
type Sample = { name: string; labels: Labels; value: number };

/** What is counted under one name, as one process can tell it to another. */
export type Family = {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: Sample[];
};

/** Seconds; the pages' budget is 12 ms, a slow document takes seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const QUANTILES = [0.5, 0.99, 1];
const RESOLUTION_MS = 20;

const registry: (() => Family)[] = [];

export function counter(name: string, help: string): { add: (labels?: Labels, by?: number) => void } {
  const counts = new Map<string, Sample>();
  registry.push(() => ({ name, help, type: "counter", samples: [...counts.values()] }));
  return {
    add: (labels = {}, by = 1) => {
      const key = written(labels);
      const sample = counts.get(key) ?? { name, labels, value: 0 };
      counts.set(key, { ...sample, value: sample.value + by });
    },
  };
}

export function histogram(name: string, help: string): { observe: (seconds: number) => void } {
  const counts = BUCKETS.map(() => 0);
  const total = { count: 0, sum: 0 };
  const bucket = (le: Labels[string], value: number) => ({ name: `${name}_bucket`, labels: { le }, value });
  registry.push(() => ({
    name,
    help,
    type: "histogram",
    samples: [
      ...BUCKETS.map((limit, place) => bucket(limit, counts[place] ?? 0)),
      bucket("+Inf", total.count),
      { name: `${name}_sum`, labels: {}, value: total.sum },
      { name: `${name}_count`, labels: {}, value: total.count },
    ],
  }));
  return {
    observe: (seconds) => {
      total.count += 1;
      total.sum += seconds;
      BUCKETS.forEach((limit, place) => {
        if (seconds <= limit) counts[place] = (counts[place] ?? 0) + 1;
      });
    },
  };
}

/** Everything that this process has counted so far. */
export function collectMetrics(): Family[] {
  return [...registry.map((family) => family()), memory(), waits()];
}

export function labelled(families: readonly Family[], labels: Labels): Family[] {
  return families.map((family) => ({
    ...family,
    samples: family.samples.map((sample) => ({ ...sample, labels: { ...sample.labels, ...labels } })),
  }));
}

/** In the text format that Prometheus reads, which names a family once, whichever processes counted it. */
export function renderMetrics(families: readonly Family[]): string {
  const byName = new Map<string, Family>();
  for (const family of families) {
    const samples = [...(byName.get(family.name)?.samples ?? []), ...family.samples];
    byName.set(family.name, { ...family, samples });
  }
  const lines = [...byName.values()].flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map((sample) => `${sample.name}${written(sample.labels)} ${sample.value}`),
  ]);
  return `${lines.join("\n")}\n`;
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

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
}
