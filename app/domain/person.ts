/** The signed-in person. The account is who acts; an account without an employee is the school's Admin. */
export type Person = {
  accountId: number;
  sessionId: number;
  userName: string;
  employeeId: number | null;
  firstName: string;
  lastName: string;
  permissions: readonly number[];
};
