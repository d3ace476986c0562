type Labels = Record<string, string | number>;

type Metric = { help: string; type: "counter" | "histogram"; lines: () => string[] };

/** Seconds; the pages' budget is 12 ms, a slow document takes seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const registry = new Map<string, Metric>();

export function counter(name: string, help: string): { add: (labels?: Labels, by?: number) => void } {
  const counts = new Map<string, number>();
  registry.set(name, {
    help,
    type: "counter",
    lines: () => [...counts].map(([labels, count]) => `${name}${labels} ${count}`),
  });
  return {
    add: (labels = {}, by = 1) => {
      const key = written(labels);
      counts.set(key, (counts.get(key) ?? 0) + by);
    },
  };
}

export function histogram(name: string, help: string): { observe: (seconds: number) => void } {
  const counts = BUCKETS.map(() => 0);
  const total = { count: 0, sum: 0 };
  registry.set(name, {
    help,
    type: "histogram",
    lines: () => [
      ...BUCKETS.map((limit, place) => `${name}_bucket${written({ le: limit })} ${counts[place] ?? 0}`),
      `${name}_bucket${written({ le: "+Inf" })} ${total.count}`,
      `${name}_sum ${total.sum}`,
      `${name}_count ${total.count}`,
    ],
  });
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

/** Everything counted so far, in the text format that Prometheus reads. */
export function renderMetrics(): string {
  const blocks = [...registry].map(([name, { help, type, lines }]) =>
    [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()].join("\n"),
  );
  return `${[...blocks, ...processLines()].join("\n")}\n`;
}

function processLines(): string[] {
  return [
    "# HELP process_resident_memory_bytes Memory the process holds.",
    "# TYPE process_resident_memory_bytes gauge",
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
  ];
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
}
