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

/** Posts in order of rank, by the beginning of their titles; a school may have others, which come last. */
const RANKS = [
  /^principal/i,
  /^vice.principal/i,
  /^head of department/i,
  /^dean/i,
  /^senior teacher/i,
  /^teacher iii\b/i,
  /^teacher ii\b/i,
  /^teacher i\b/i,
  /teacher/i,
];

/** Tells whether a post is one of the ranks, whose holders teach; clerks and technicians have none. */
export function isTeachingPost(post: string | null): boolean {
  return post !== null && RANKS.some((rank) => rank.test(post));
}

/** Returns a number for sorting: the highest rank first, no post last. */
export function rankOfPost(post: string | null): number {
  if (post === null) return RANKS.length + 1;
  const rank = RANKS.findIndex((item) => item.test(post));
  return rank === -1 ? RANKS.length : rank;
}
