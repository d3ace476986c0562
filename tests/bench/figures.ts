/** One line of the table: what was measured, what the design allows and what the yardstick did (design section 9). */
export type Figure = {
  what: string;
  measured: number;
  unit: string;
  /** A floor where more is better. */
  budget: { most: number } | { least: number } | null;
  yardstick: { measured: number; text: string } | null;
};

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The table as the README shows it. */
export function markdownTable(figures: readonly Figure[]): string {
  const head = ["| what | measured | budget | | RosarioSIS 12 | ratio |", "|---|---:|---:|---|---:|---:|"];
  return [...head, ...figures.map(line)].join("\n");
}

function line(figure: Figure): string {
  const { what, measured, unit, yardstick } = figure;
  const cells = [
    what,
    amount(measured, unit),
    budgetWords(figure),
    verdict(figure),
    yardstick?.text ?? "n/a",
    ratio(figure),
  ];
  return `| ${cells.join(" | ")} |`;
}

function amount(value: number, unit: string): string {
  const figures = value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
  return `${figures.replace(/\.0+$/, "")} ${unit}`.trim();
}

function budgetWords({ budget, unit }: Figure): string {
  if (!budget) return "–";
  return "most" in budget ? `≤ ${budget.most} ${unit}`.trim() : `≥ ${budget.least} ${unit}`.trim();
}

export function isMet({ budget, measured }: Figure): boolean {
  if (!budget) return true;
  return "most" in budget ? measured <= budget.most : measured >= budget.least;
}

function verdict(figure: Figure): string {
  if (!figure.budget) return "";
  if (isMet(figure)) return "met";
  const limit = "most" in figure.budget ? figure.budget.most : figure.budget.least;
  return `**missed by ${Math.abs(((figure.measured - limit) / limit) * 100).toFixed(0)} %**`;
}

/** How many times better than the yardstick: above 1 is better, whichever way the figure counts. */
function ratio({ measured, budget, yardstick }: Figure): string {
  if (!yardstick) return "–";
  const better = budget && "least" in budget ? measured / yardstick.measured : yardstick.measured / measured;
  return `${better >= 10 ? better.toFixed(0) : better.toFixed(1)}×`;
}
