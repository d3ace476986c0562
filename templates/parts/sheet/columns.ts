const LETTERS = 26;

/** A, B, … Z, AA, AB, … of a column counted from 0. */
export function letterOf(column: number): string {
  const last = String.fromCodePoint(65 + (column % LETTERS));
  return column < LETTERS ? last : letterOf(Math.floor(column / LETTERS) - 1) + last;
}

/** A worksheet as a formula names it: `'Ethnic group'`. */
export function sheetReference(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}
