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

/** What is asked for at the moment when it is told. */
export function gauge(name: string, help: string, read: () => readonly Omit<Sample, "name">[]): void {
  registry.push(() => gaugeFamily(name, help, read()));
}

export function gaugeFamily(name: string, help: string, samples: readonly Omit<Sample, "name">[]): Family {
  return { name, help, type: "gauge", samples: samples.map((sample) => ({ name, ...sample })) };
}

type Observed = { labels: Labels; counts: number[]; count: number; sum: number };

/** @param buckets upper limits in seconds */
export function histogram(
  name: string,
  help: string,
  buckets: readonly number[] = BUCKETS,
): { observe: (seconds: number, labels?: Labels) => void } {
  const kept = new Map<string, Observed>();
  registry.push(() => ({
    name,
    help,
    type: "histogram",
    samples: [...kept.values()].flatMap((observed) => samplesOf(name, buckets, observed)),
  }));
  return {
    observe: (seconds, labels = {}) => {
      const key = written(labels);
      const observed = kept.get(key) ?? { labels, counts: buckets.map(() => 0), count: 0, sum: 0 };
      kept.set(key, observed);
      observed.count += 1;
      observed.sum += seconds;
      buckets.forEach((limit, place) => {
        if (seconds <= limit) observed.counts[place] = (observed.counts[place] ?? 0) + 1;
      });
    },
  };
}

function samplesOf(name: string, buckets: readonly number[], observed: Observed): Sample[] {
  const { labels, counts, count, sum } = observed;
  const bucket = (le: Labels[string], value: number) => ({
    name: `${name}_bucket`,
    labels: { ...labels, le },
    value,
  });
  return [
    ...buckets.map((limit, place) => bucket(limit, counts[place] ?? 0)),
    bucket("+Inf", count),
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ];
}

/** Everything that was counted so far by who shares this copy of the module: a process holds two (design 1). */
export function collectCounted(): Family[] {
  return registry.map((family) => family());
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

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
}
