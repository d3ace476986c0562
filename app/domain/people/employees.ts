/** The status of current employees. Every other status means that the employee has left. */
export const ACTIVE_EMPLOYEE = 1;

/** The titles that the employee's profile offers. */
export const EMPLOYEE_TITLES = ["Mr.", "Mrs.", "Ms."] as const;

export const MARITAL_STATUSES = ["Single", "Married", "Separated", "Divorced", "Widowed"] as const;
export type MaritalStatus = (typeof MARITAL_STATUSES)[number];

/** The database stores M or F; the profile shows the whole word. */
export const GENDERS = { M: "Male", F: "Female" } as const;

/** The earliest day that date pickers offer. */
export const EARLIEST_PICKER_DATE = "1950-01-01";

/** The tabs of an employee's profile. Each is saved separately. */
export const EMPLOYEE_TABS = ["personal", "employment", "qualifications"] as const;
export type EmployeeTab = (typeof EMPLOYEE_TABS)[number];

export function isEmployeeTab(name: unknown): name is EmployeeTab {
  return EMPLOYEE_TABS.some((tab) => tab === name);
}

/** The first words of post titles, highest rank first. Schools may have other posts, which are sorted last. */
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

/** Tells whether a post belongs to a teacher. The posts of clerks and technicians have no rank. */
export function isTeachingPost(post: string | null): boolean {
  return post !== null && RANKS.some((rank) => rank.test(post));
}

/** Returns a number to sort people by. The highest rank has the lowest number; people without a post come last. */
export function getPostRank(post: string | null): number {
  if (post === null) return RANKS.length + 1;
  const rank = RANKS.findIndex((item) => item.test(post));
  return rank === -1 ? RANKS.length : rank;
}
