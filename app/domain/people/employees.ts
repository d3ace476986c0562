/** The status of current employees; every other status is a former employee's. */
export const ACTIVE = 1;

/** The titles that an employee's profile offers. */
export const TITLES = ["Mr.", "Mrs.", "Ms."] as const;

export const MARITAL_STATUSES = ["Single", "Married", "Separated", "Divorced", "Widowed"] as const;
export type MaritalStatus = (typeof MARITAL_STATUSES)[number];

/** Stored as M or F, written out in the profile. */
export const GENDERS = { M: "Male", F: "Female" } as const;

/** The earliest day of date pickers. */
export const EARLIEST_DAY = "1950-01-01";

/** The tabs of the profile, each saved on its own. */
export const RECORD_TABS = ["personal", "employment", "qualifications"] as const;
export type RecordTab = (typeof RECORD_TABS)[number];

export function isRecordTab(name: unknown): name is RecordTab {
  return RECORD_TABS.some((tab) => tab === name);
}
