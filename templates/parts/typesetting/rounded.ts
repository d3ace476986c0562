/** A thousandth of a point is finer than any printer. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
