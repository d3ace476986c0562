const LETTERS = 26;

/** Returns A, B, … Z, AA, AB, … for a column counted from 0. */
export function letterOf(column: number): string {
  const last = String.fromCodePoint(65 + (column % LETTERS));
  return column < LETTERS ? last : letterOf(Math.floor(column / LETTERS) - 1) + last;
}

/** Writes a worksheet's name as in a formula: `'Ethnic group'`. */
export function sheetReference(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}
