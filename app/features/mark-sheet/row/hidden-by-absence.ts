/**
 * Tells whether a field is hidden because the student is away; the stylesheet hides the same fields by the same names.
 */
export function isHiddenByAbsence(field: HTMLElement, row: HTMLElement): boolean {
  return row.dataset.away !== undefined && field.classList.contains("here");
}
