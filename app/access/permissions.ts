/** The functions of the product with the ids of their permissions. Id 5 is no longer used. */
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
 * Functions that any one of several permissions opens. They are functions without a permission of their own, and those
 * that administrators may use as well: a school must always have somebody who can create accounts, reset passwords and
 * give permissions.
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
  "past-terms": [9, 10],
  "comment-bank": [2, 9, 10],
  "sign-reports": [10],
} as const satisfies Record<string, readonly number[]>;

export type PermissionName = keyof typeof PERMISSIONS;

export type PersonAccess = "signed-in" | "reset-password" | PermissionName | keyof typeof ANY_OF;

/**
 * The access that every route and API endpoint declares. `visitor` means nobody is signed in, `anyone` means signed in
 * or not, and `reset-password` means an account that has to choose a new password before it may do anything else.
 */
export type Access = "visitor" | "anyone" | PersonAccess;

type Holder = { permissions: readonly number[] };

export function holds({ permissions }: Holder, name: PermissionName): boolean {
  return permissions.includes(PERMISSIONS[name]);
}

/** Returns the permission ids of which a person needs at least one, or null when being signed in is enough. */
export function permissionIdsFor(access: PersonAccess): readonly number[] | null {
  if (access === "signed-in" || access === "reset-password") return null;
  return isPermission(access) ? [PERMISSIONS[access]] : ANY_OF[access];
}

export function hasAccess(access: PersonAccess, { permissions }: Holder): boolean {
  const ids = permissionIdsFor(access);
  return ids === null || ids.some((id) => permissions.includes(id));
}

/** Tells whether a person may sign term reports. An administrator may not sign for the principal. */
export function canSignReports(person: Holder): boolean {
  return hasAccess("sign-reports", person);
}

/** Tells whether a person may read the marks, reports and registers of classes that they do not teach. */
export function canReadAllClasses(person: Holder): boolean {
  return holds(person, "admin") || holds(person, "principal.sign");
}

/** Tells whether a person may change the phrases that the comment bank offers to the whole school. */
export function canEditSchoolPhrases(person: Holder): boolean {
  return holds(person, "admin") || holds(person, "principal.sign");
}

/** Permissions with power over other people: for example, anybody who resets a password could sign in with it. */
const OVER_OTHERS: readonly number[] = [4, 6, 7, 8];

/** Tells whether a permission cannot be given while somebody else knows the account's password and could use it. */
export function isPermissionOverOthers(id: number): boolean {
  return OVER_OTHERS.includes(id) || id === PERMISSIONS.admin || id === PERMISSIONS["principal.sign"];
}

/**
 * Tells whether a person may reset an account's password. Only an administrator may do so for an administrator, for the
 * principal, and for anybody with more office permissions than their own. The classroom permissions (1, 2, 3) do not
 * count, because the office resets teachers' passwords.
 */
export function canResetPasswordOf(account: Holder, resetter: Holder): boolean {
  if (holds(resetter, "admin")) return true;
  if (isForAdminsOnly(account)) return false;
  return account.permissions.every((id) => !OVER_OTHERS.includes(id) || resetter.permissions.includes(id));
}

/**
 * Tells whether a person may record that the account's owner has left, which ends their access. For an administrator or
 * the principal, only an administrator may.
 */
export function canMarkAsLeft(account: Holder, person: Holder): boolean {
  return holds(person, "admin") || !isForAdminsOnly(account);
}

/** Tells whether only an administrator may delete the account, reset its password or change it by an import. */
export function isForAdminsOnly(account: Holder): boolean {
  return holds(account, "admin") || holds(account, "principal.sign");
}

function isPermission(access: string): access is PermissionName {
  return Object.hasOwn(PERMISSIONS, access);
}
