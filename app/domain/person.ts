/** The signed-in person. The account is the actor; an account without an employee is the school's special account. */
export type Person = {
  accountId: number;
  /** Null when a script calls with one of the person's tokens. */
  sessionId: number | null;
  userName: string;
  employeeId: number | null;
  firstName: string;
  lastName: string;
  permissions: readonly number[];
};
