/** Ticked where a colleague of the same name is somebody else. */
export const ANOTHER = "another";

/** What was typed into the form of a new colleague. */
export type TypedEmployee = { firstName: string; lastName: string; gender: string; userName: string };

export type EmployeeErrors = Partial<Record<keyof TypedEmployee | typeof ANOTHER, string>>;

/** A colleague who was just added, with the first password, which is shown for the only time. */
export type ShownFirstPassword = {
  firstName: string;
  name: string;
  gender: "F" | "M" | null;
  userName: string;
  password: string;
  /** `10 Jul 2026`. */
  voidAfter: string;
  /** For `PrintSlips`. */
  seal: string;
};

/** The user name for a name, and whose the likelier one is: `a.george is Akilah George`. */
export type ProposedUserName = { userName: string; because: string | null };

export type NewEmployeeAnswer =
  | { added: ShownFirstPassword; typed: null; errors: null }
  | { added: null; typed: TypedEmployee; errors: EmployeeErrors };
