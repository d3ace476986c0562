/** The functions of Termbook, each with the id of its permission. Id 5 is no longer used. */
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
 * Functions that are open to people with any one of several permissions. Some have no permission of their own. Others
 * are open to administrators too, because a school must always have somebody who can create accounts, reset passwords
 * and give permissions.
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
  "student-attendance": [2, 6, 9, 10],
  overview: [2, 9, 10],
  "class-lists": [3, 6, 9, 10],
  "print-reports": [3, 6, 9, 10],
  "class-records": [3, 6, 9, 10],
  "school-returns": [9, 10],
  "school-lists": [6, 9, 10],
  "late-board": [9, 10],
  "past-terms": [9, 10],
  "comment-bank": [2, 9, 10],
  "sign-reports": [10],
} as const satisfies Record<string, readonly number[]>;

export type PermissionName = keyof typeof PERMISSIONS;

export type PersonAccess = "signed-in" | "reset-password" | PermissionName | keyof typeof ANY_OF;

/**
 * The access that every route and API endpoint declares. `visitor` means that nobody is signed in, `anyone` that it
 * does not matter, and `reset-password` that the account must choose a new password before it may do anything else.
 */
export type Access = "visitor" | "anyone" | PersonAccess;

type Holder = { permissions: readonly number[] };

export function hasPermission({ permissions }: Holder, name: PermissionName): boolean {
  return permissions.includes(PERMISSIONS[name]);
}

/** Returns the permissions of which a person needs at least one, or null when being signed in is enough. */
export function permissionIdsFor(access: PersonAccess): readonly number[] | null {
  if (access === "signed-in" || access === "reset-password") return null;
  return isPermission(access) ? [PERMISSIONS[access]] : ANY_OF[access];
}

export function hasAccess(access: PersonAccess, { permissions }: Holder): boolean {
  const ids = permissionIdsFor(access);
  return ids === null || ids.some((id) => permissions.includes(id));
}

/** Tells whether a person may sign term reports. Administrators cannot sign in place of the principal. */
export function canSignReports(person: Holder): boolean {
  return hasAccess("sign-reports", person);
}

/** Tells whether a person may read the marks, reports and registers of classes that they do not teach. */
export function canReadAllClasses(person: Holder): boolean {
  return hasPermission(person, "admin") || hasPermission(person, "principal.sign");
}

/** Tells whether a person may print the contacts and registration forms of all classes. */
export function canPrintAllRecords(person: Holder): boolean {
  return canReadAllClasses(person) || hasPermission(person, "students.manage");
}

/** Tells whether a person may change the phrases that the comment bank offers to the whole school. */
export function canEditSchoolPhrases(person: Holder): boolean {
  return hasPermission(person, "admin") || hasPermission(person, "principal.sign");
}

/** Permissions that give power over other people. For example, anybody who resets a password could sign in with it. */
const OVER_OTHERS: readonly number[] = [4, 6, 7, 8];

/** Tells whether a permission may not be given to an account whose password somebody else knows and could use. */
export function isPermissionOverOthers(id: number): boolean {
  return OVER_OTHERS.includes(id) || isForAdminsOnly({ permissions: [id] });
}

/**
 * Tells whether a person may reset the password of an account. Only an administrator may reset the password of an
 * administrator, of the principal, and of anybody who has an office permission that the person lacks. The classroom
 * permissions (1, 2, 3) do not count, because the office resets teachers' passwords.
 */
export function canResetPasswordOf(account: Holder, resetter: Holder): boolean {
  if (hasPermission(resetter, "admin")) return true;
  if (isForAdminsOnly(account)) return false;
  return account.permissions.every((id) => !OVER_OTHERS.includes(id) || resetter.permissions.includes(id));
}

/**
 * Tells whether a person may record that the account's owner has left, which ends the owner's access. Only an
 * administrator may do this for an administrator or the principal.
 */
export function canMarkAsLeft(account: Holder, person: Holder): boolean {
  return hasPermission(person, "admin") || !isForAdminsOnly(account);
}

/** Tells whether only an administrator may delete the account, reset its password or change it by an import. */
export function isForAdminsOnly(account: Holder): boolean {
  return canReadAllClasses(account) || canSignReports(account);
}

function isPermission(access: string): access is PermissionName {
  return Object.hasOwn(PERMISSIONS, access);
}
