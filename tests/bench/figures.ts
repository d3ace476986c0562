/** The limits of a figure. If more is better, the budget is a minimum. */
export type Target = {
  budget?: { most: number } | { least: number };
  yardstick?: { measured: number; text: string };
};

/** A line of the table: the measurement with its budget and comparison. */
export type Figure = Target & { what: string; measured: number; unit: string };

type Row = { figure: Figure; details: Figure[] };

const DETAIL = "… ";

/** Returns the smallest value that is at least as large as this share (0 to 1) of all values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/**
 * Builds the table for tests/README.md. A figure whose name begins with '…' belongs to the figure before it, and shares
 * its row unless it has a limit of its own.
 */
export function markdownTable(figures: readonly Figure[]): string {
  const rows: Row[] = [];
  let main: Row | undefined;
  for (const figure of figures) {
    const isDetail = figure.what.startsWith(DETAIL) && !figure.budget && !figure.yardstick;
    if (isDetail && main) {
      main.details.push(figure);
      continue;
    }
    const row = { figure, details: [] };
    rows.push(row);
    if (!main || !figure.what.startsWith(DETAIL)) main = row;
  }
  const head = [
    "| what | measured | budget | | other product | ratio | details |",
    "|---|--:|--:|---|--:|--:|---|",
  ];
  return [...head, ...rows.map(line)].join("\n");
}

export function isMet({ budget, measured }: Figure): boolean {
  if (!budget) return true;
  return "most" in budget ? measured <= budget.most : measured >= budget.least;
}

function line({ figure, details }: Row): string {
  const { what, measured, unit, yardstick } = figure;
  const cells = [
    what,
    amount(measured, unit),
    budgetWords(figure),
    verdict(figure),
    yardstick?.text ?? "",
    ratio(figure),
    details.map(detailWords).join("; "),
  ];
  return `| ${cells.join(" | ")} |`;
}

function detailWords({ what, measured, unit }: Figure): string {
  return `${what.slice(DETAIL.length)} ${amount(measured, unit)}`;
}

function amount(value: number, unit: string): string {
  if (Number.isNaN(value)) return "n/a";
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${Number(value.toFixed(decimals))} ${unit}`.trim();
}

function budgetWords({ budget, unit }: Figure): string {
  if (!budget) return "";
  return "most" in budget ? `≤ ${budget.most} ${unit}`.trim() : `≥ ${budget.least} ${unit}`.trim();
}

function verdict(figure: Figure): string {
  const { budget, measured } = figure;
  if (!budget) return "";
  if (isMet(figure)) return "met";
  const limit = "most" in budget ? budget.most : budget.least;
  return `**missed by ${Math.ceil(Math.abs(measured / limit - 1) * 100)} %**`;
}

/** Returns how many times better than the comparison the figure is; a value above 1 always means better. */
function ratio({ measured, budget, yardstick }: Figure): string {
  if (!yardstick) return "";
  const moreIsBetter = budget !== undefined && "least" in budget;
  const better = moreIsBetter ? measured / yardstick.measured : yardstick.measured / measured;
  return `${better >= 10 ? better.toFixed(0) : better.toFixed(1)}×`;
}
