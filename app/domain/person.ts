/** The signed-in person. The account is who acts; an account without an employee is the school's Admin. */
export type Person = {
  accountId: number;
  /** Null where a script calls with a token of theirs. */
  sessionId: number | null;
  userName: string;
  employeeId: number | null;
  firstName: string;
  lastName: string;
  permissions: readonly number[];
};
