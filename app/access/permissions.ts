/** The functions of the product by permission id; 5 is unused. */
export const PERMISSIONS = {
  "marks.enter": 1,
  "term-reports.edit": 2,
  "reports.print": 3,
  "employees.manage": 4,
  "students.manage": 6,
  "passwords.reset": 7,
  "settings.manage": 8,
  admin: 9,
  "principal.sign": 10,
} as const;

/**
 * The permissions of a screen, any one of which opens it. Listed are screens without a permission of their own, and
 * screens that administrators may open as well: a school must never be left without somebody who can create accounts,
 * reset passwords and give permissions.
 */
const ANY_OF = {
  employees: [4, 9],
  students: [2, 6, 9, 10],
  "student-records": [6, 9],
  "employee-passwords": [7, 9],
  "term-reports": [2, 9, 10],
  "term-marks": [1, 6, 9],
  "subject-assignment": [4, 8, 9],
  "student-list": [3, 6, 8, 9],
  "marks-archive": [6, 9],
  "attendance-summary": [6, 9, 10],
  overview: [2, 9, 10],
  "class-lists": [3, 6, 9, 10],
  "print-reports": [3, 6, 9, 10],
  "class-records": [3, 6, 9],
  "school-lists": [6, 9, 10],
  "late-board": [9, 10],
  "comment-bank": [2, 9, 10],
  "sign-reports": [10],
} as const satisfies Record<string, readonly number[]>;

export type PermissionName = keyof typeof PERMISSIONS;

export type PersonAccess = "signed-in" | "reset-password" | PermissionName | keyof typeof ANY_OF;

/**
 * The access that every route and endpoint declares. `visitor` means that nobody is signed in, `anyone` signed in or
 * not, and `reset-password` that the account must choose a new password and may do nothing else.
 */
export type Access = "visitor" | "anyone" | PersonAccess;

type Holder = { permissions: readonly number[] };

export function holds({ permissions }: Holder, name: PermissionName): boolean {
  return permissions.includes(PERMISSIONS[name]);
}

/** Returns the ids of which the person must have one, or null when being signed in is enough. */
export function idsFor(access: PersonAccess): readonly number[] | null {
  if (access === "signed-in" || access === "reset-password") return null;
  return isPermission(access) ? [PERMISSIONS[access]] : ANY_OF[access];
}

export function allows(access: PersonAccess, { permissions }: Holder): boolean {
  const ids = idsFor(access);
  return ids === null || ids.some((id) => permissions.includes(id));
}

/** Tells whether a person signs term reports. An administrator does not sign in place of the principal. */
export function maySign(person: Holder): boolean {
  return allows("sign-reports", person);
}

/** Tells whether a person reads the marks, reports and registers of classes that they do not teach. */
export function readsAllClasses(person: Holder): boolean {
  return holds(person, "admin") || holds(person, "principal.sign");
}

/** Tells whether a person may change the phrases that the comment bank offers to the whole school. */
export function canEditSchoolPhrases(person: Holder): boolean {
  return holds(person, "admin") || holds(person, "principal.sign");
}

/** The functions over other people and the school: anybody who resets a password could sign in with it. */
const OVER_OTHERS: readonly number[] = [4, 6, 7, 8];

/** These permissions are not given to an account whose password somebody else knows, who could sign in with it. */
export function isOverOthers(id: number): boolean {
  return OVER_OTHERS.includes(id) || id === PERMISSIONS.admin || id === PERMISSIONS["principal.sign"];
}

/**
 * Tells whether a person may reset the account's password. Only an administrator may do so for an administrator, for
 * the principal, and for anybody with more office permissions than the person who resets. Permissions for the
 * classroom (1, 2, 3) do not count: the office resets teachers' passwords.
 */
export function mayResetPasswordOf(account: Holder, resetter: Holder): boolean {
  if (holds(resetter, "admin")) return true;
  if (isForAdminsAlone(account)) return false;
  return account.permissions.every((id) => !OVER_OTHERS.includes(id) || resetter.permissions.includes(id));
}

/**
 * Tells whether a person may mark the account's owner as having left, which ends their access: only an administrator
 * does so to an administrator or the principal.
 */
export function mayDelete(account: Holder, person: Holder): boolean {
  return holds(person, "admin") || !isForAdminsAlone(account);
}

/** Tells whether only an administrator may delete the account, reset its password or change it by an import. */
export function isForAdminsAlone(account: Holder): boolean {
  return holds(account, "admin") || holds(account, "principal.sign");
}

function isPermission(access: string): access is PermissionName {
  return Object.hasOwn(PERMISSIONS, access);
}
