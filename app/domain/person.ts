/** The signed-in person. The school's special account is the only one without an employee. */
export type Person = {
  accountId: number;
  /** Null when a script calls with one of the person's access tokens. */
  sessionId: number | null;
  userName: string;
  employeeId: number | null;
  firstName: string;
  lastName: string;
  permissions: readonly number[];
};
