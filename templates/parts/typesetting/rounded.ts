/** Rounds to a precision finer than any printer's. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
