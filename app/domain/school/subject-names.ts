/** The lengths that a subject's title and abbreviation may have. */
export const LONGEST_SUBJECT_TITLE = 80;
export const LONGEST_ABBREVIATION = 20;
