/**
 * Returns whether a field is hidden because the student is away. The stylesheet hides fields by the same class name, so
 * both must change together.
 */
export function isHiddenByAbsence(field: HTMLElement, row: HTMLElement): boolean {
  return row.dataset.away !== undefined && field.classList.contains("here");
}
