/** The signed-in person. Only the school's special account belongs to no employee. */
export type Person = {
  accountId: number;
  /** The session's id; null for a script that uses one of the person's access tokens. */
  sessionId: number | null;
  userName: string;
  employeeId: number | null;
  firstName: string;
  lastName: string;
  permissions: readonly number[];
};
