/** The texts of the marks archive in the school's own words. */
type Cell = { subject: string; test: string };

export const CLASS_MUST_BE_SELECTED = "Class Must Be Selected.";

export function describeInvalidArchiveMark({ subject, test }: Cell): string {
  return `${subject} ${test} mark must be a number between 0-100.`;
}

export function describeArchiveSave({ subject, test }: Cell): string {
  return `${subject} ${test} mark saved.`;
}

export function describeArchiveFailure({ subject, test }: Cell): string {
  return `${subject} ${test} mark not saved.`;
}
