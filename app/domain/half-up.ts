/**
 * One whole number by another, half up. Counted in whole numbers: 82.35 is no binary fraction, and would be printed as
 * 82.3.
 */
export function halfUp(sum: number, count: number, decimals = 0): number {
  const scale = 10 ** decimals;
  return Math.floor((2 * sum * scale + count) / (2 * count)) / scale;
}
