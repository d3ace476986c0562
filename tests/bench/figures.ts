/** What a figure is held to: a budget is a floor where more is better. */
export type Target = {
  budget?: { most: number } | { least: number };
  yardstick?: { measured: number; text: string };
};

/** One line of the table: what was measured, what the design allows and what the yardstick did (design section 9). */
export type Figure = Target & { what: string; measured: number; unit: string };

/** The smallest value that a share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The table as the README shows it. */
export function markdownTable(figures: readonly Figure[]): string {
  const head = ["| what | measured | budget | | RosarioSIS 12 | ratio |", "|---|---:|---:|---|---:|---:|"];
  return [...head, ...figures.map(line)].join("\n");
}

export function isMet({ budget, measured }: Figure): boolean {
  if (!budget) return true;
  return "most" in budget ? measured <= budget.most : measured >= budget.least;
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
  if (Number.isNaN(value)) return "n/a";
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${Number(value.toFixed(decimals))} ${unit}`.trim();
}

function budgetWords({ budget, unit }: Figure): string {
  if (!budget) return "–";
  return "most" in budget ? `≤ ${budget.most} ${unit}`.trim() : `≥ ${budget.least} ${unit}`.trim();
}

function verdict(figure: Figure): string {
  const { budget, measured } = figure;
  if (!budget) return "";
  if (isMet(figure)) return "met";
  const limit = "most" in budget ? budget.most : budget.least;
  return `**missed by ${Math.ceil(Math.abs(measured / limit - 1) * 100)} %**`;
}

/** How many times better than the yardstick: above 1 is better, whichever way the figure counts. */
function ratio({ measured, budget, yardstick }: Figure): string {
  if (!yardstick) return "–";
  const moreIsBetter = budget !== undefined && "least" in budget;
  const better = moreIsBetter ? measured / yardstick.measured : yardstick.measured / measured;
  return `${better >= 10 ? better.toFixed(0) : better.toFixed(1)}×`;
}
