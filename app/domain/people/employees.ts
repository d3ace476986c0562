/** The status of who works at the school; every other is a leaver's (A4). */
export const ACTIVE = 1;

/** What the specification offers in the profile of an employee (A3). */
export const TITLES = ["Mr.", "Mrs.", "Ms."] as const;

export const MARITAL_STATUSES = ["Single", "Married", "Separated", "Divorced", "Widowed"] as const;
export type MaritalStatus = (typeof MARITAL_STATUSES)[number];

/** M or F in data, in words in the profile (design section 8). */
export const GENDERS = { M: "Male", F: "Female" } as const;

/** Date pickers begin here (A9). */
export const EARLIEST_DAY = "1950-01-01";

/** What is saved at a time: a tab of the profile. */
export const RECORD_TABS = ["personal", "employment", "qualifications"] as const;
export type RecordTab = (typeof RECORD_TABS)[number];

export function isRecordTab(name: unknown): name is RecordTab {
  return RECORD_TABS.some((tab) => tab === name);
}
