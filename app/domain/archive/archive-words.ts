/** The texts of the marks archive in the school's own words. */
type Cell = { subject: string; test: string };

export const CLASS_MUST_BE_SELECTED = "Class Must Be Selected.";

export function archiveMarkWords({ subject, test }: Cell): string {
  return `${subject} ${test} mark must be a number between 0-100.`;
}

export function archiveSavedWords({ subject, test }: Cell): string {
  return `${subject} ${test} mark saved.`;
}

export function archiveNotSavedWords({ subject, test }: Cell): string {
  return `${subject} ${test} mark not saved.`;
}
