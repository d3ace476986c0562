/**
 * An exact number. Marks are added up and divided as fractions and rounded once, for printing: in binary there is no
 * 82.35, so it would print as 82.3.
 */
export type Fraction = { over: bigint; under: bigint };

/** Converts a number with at most two decimals, such as a mark. */
export function inHundredths(figure: number): Fraction {
  return { over: BigInt(Math.round(100 * figure)), under: 100n };
}

/** Returns null when there is nothing to average. */
export function meanOf(fractions: readonly Fraction[]): Fraction | null {
  if (fractions.length === 0) return null;
  const { over, under } = fractions.reduce(sumOf);
  return { over, under: under * BigInt(fractions.length) };
}

function sumOf(one: Fraction, other: Fraction): Fraction {
  const shared = greatestDivisor(one.under, other.under);
  const [ofOne, ofOther] = [other.under / shared, one.under / shared];
  return { over: one.over * ofOne + other.over * ofOther, under: one.under * ofOne };
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other);
}

/** Formats `71.0`, rounding half up. */
export function toDecimals(fraction: Fraction, decimals: number): string {
  return roundedTo(fraction, decimals).toFixed(decimals);
}

/** Formats three significant digits such as `82.4`, `7.00` and `0.333`, rounding half up. */
export function toFigures(fraction: Fraction, figures: number): string {
  if (fraction.over === 0n) return "0";
  const size = Math.floor(Math.log10(Number(fraction.over) / Number(fraction.under)));
  const decimals = Math.max(0, figures - 1 - size);
  const rounded = roundedTo(fraction, decimals);
  const isLonger = rounded >= 10 ** (figures - decimals);
  return rounded.toFixed(isLonger && decimals > 0 ? decimals - 1 : decimals);
}

function roundedTo({ over, under }: Fraction, decimals: number): number {
  const scale = 10n ** BigInt(decimals);
  return Number((2n * over * scale + under) / (2n * under)) / Number(scale);
}
