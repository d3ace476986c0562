import { inHundredths, meanOf, toDecimals, type Fraction } from "../fraction.ts";
import { meanPercent, toPercent, type Earned } from "../subject-results.ts";

/** A summary of the figures of a class's students. */
export type Summary = { mean: string; highest: number; lowest: number };

/** Summarises the figures that exist; null when there are none. The mean keeps its decimals: `71.0`. */
export function summarise(figures: readonly (number | null)[], decimals = 1): Summary | null {
  const given = figures.filter((figure) => figure !== null);
  return summary(given, meanOf(given.map(inHundredths)), decimals);
}

/** Summarises percentages: highest and lowest are whole, as they are printed; the mean is of unrounded ones. */
export function summarisePercentages(marks: readonly Earned[], decimals = 1): Summary | null {
  return summary(
    marks.flatMap((mark) => toPercent(mark) ?? []),
    meanPercent(marks),
    decimals,
  );
}

function summary(given: readonly number[], mean: Fraction | null, decimals: number): Summary | null {
  if (mean === null) return null;
  return { mean: toDecimals(mean, decimals), highest: Math.max(...given), lowest: Math.min(...given) };
}

/** Adds up marks. Marks have at most two decimals, and so must the sum: binary fractions would print more. */
export function sumMarks(marks: readonly number[]): number {
  return marks.reduce((sum, mark) => sum + Math.round(100 * mark), 0) / 100;
}

export type Rank = { place: number; isShared: boolean };

/** Ranks students by their printed averages: equal averages share a place, and no average means no place. */
export function rankAverages(averages: readonly (string | null)[]): (Rank | null)[] {
  const given = averages.filter((average) => average !== null).map(parseFloat);
  return averages.map((average) => {
    if (average === null) return null;
    const own = parseFloat(average);
    const place = 1 + given.filter((other) => other > own).length;
    return { place, isShared: given.filter((other) => other === own).length > 1 };
  });
}
