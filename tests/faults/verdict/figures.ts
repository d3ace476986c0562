/** The figures of a run; reaching its end means that nothing was lost. */
export type Figures = {
  seed: number;
  byKind: ReadonlyMap<string, number>;
  typed: number;
  stored: number;
  colleague: number;
  /** Requests, and repetitions under the same id. */
  saves: number;
  repeats: number;
  /** Choices that a colleague's change required, and ended sessions. */
  conflicts: number;
  signIns: number;
  /** Marks restored from a killed tab as still being typed, and left once more by hand. */
  finished: number;
  seconds: number;
};

/** Builds the table for tests/README.md. */
export function figuresTable({ seed, byKind, seconds, ...figures }: Figures): string {
  const faults = [...byKind.values()].reduce((sum, count) => sum + count, 0);
  const lines: [string, number][] = [
    [`faults (seed ${seed})`, faults],
    ...[...byKind].map(([kind, count]): [string, number] => [`… ${kind}`, count]),
    ["marks typed", figures.typed],
    ["… stored; the others were typed over before they were sent, or given up in a conflict", figures.stored],
    ["saves sent", figures.saves],
    ["… sent again, because no answer came", figures.repeats],
    ["marks sent by a colleague into the same rows", figures.colleague],
    ["conflicts shown and decided", figures.conflicts],
    ["signed in again", figures.signIns],
    ["left once more, after a tab died while it was left", figures.finished],
    ["seconds", Math.round(seconds)],
  ];
  return [
    "| what | measured |",
    "|---|---:|",
    ...lines.map(([what, count]) => `| ${what} | ${count.toLocaleString("en")} |`),
  ].join("\n");
}
