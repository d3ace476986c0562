/** Returns whether a field is hidden because the student is away. The stylesheet uses the same class name. */
export function isHiddenByAbsence(field: HTMLElement, row: HTMLElement): boolean {
  return row.dataset.away !== undefined && field.classList.contains("here");
}
