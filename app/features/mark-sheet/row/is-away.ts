/** What was earned has no field in the row of who is away; the sheet's styles hide it by the same names. */
export function isAway(field: HTMLElement, row: HTMLElement): boolean {
  return row.dataset.away !== undefined && field.classList.contains("here");
}
