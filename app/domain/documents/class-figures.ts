import { inHundredths, meanOf, toDecimals, type Fraction } from "../fraction.ts";
import { meanPercent, percentOf, type Earned } from "../subject-results.ts";

/** What is said of a class by its students' figures. */
export type Summary = { mean: string; highest: number; lowest: number };

/** Of those that have a figure; null where nobody has. The mean keeps its decimals: `71.0`. */
export function summaryOf(figures: readonly (number | null)[], decimals = 1): Summary | null {
  const given = figures.filter((figure) => figure !== null);
  return summary(given, meanOf(given.map(inHundredths)), decimals);
}

/** The same of percentages: highest and lowest are whole, as they are printed; the mean is of what they were before. */
export function percentSummaryOf(marks: readonly Earned[], decimals = 1): Summary | null {
  return summary(
    marks.flatMap((mark) => percentOf(mark) ?? []),
    meanPercent(marks),
    decimals,
  );
}

function summary(given: readonly number[], mean: Fraction | null, decimals: number): Summary | null {
  if (mean === null) return null;
  return { mean: toDecimals(mean, decimals), highest: Math.max(...given), lowest: Math.min(...given) };
}

/** Marks have at most two decimals, and so has their sum: a binary fraction would print more. */
export function totalOf(marks: readonly number[]): number {
  return marks.reduce((sum, mark) => sum + Math.round(100 * mark), 0) / 100;
}

export type Rank = { place: number; isShared: boolean };

/** Places by the averages as they are printed: who has the same shares the place, and who has none has no place. */
export function ranksOf(averages: readonly (string | null)[]): (Rank | null)[] {
  const given = averages.filter((average) => average !== null).map(parseFloat);
  return averages.map((average) => {
    if (average === null) return null;
    const own = parseFloat(average);
    const place = 1 + given.filter((other) => other > own).length;
    return { place, isShared: given.filter((other) => other === own).length > 1 };
  });
}
