/** The functions of the product by the ids of the specification (T6, A6); 5 is unused. */
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

/** Screens without an id of their own: any of these opens them (design section 3). */
const ANY_OF = {
  "term-reports": [2, 9, 10],
  "term-marks": [1, 9],
  "subject-assignment": [4, 8],
  "marks-archive": [6, 9],
  "attendance-summary": [6, 9, 10],
  "class-lists": [3, 6, 9, 10],
  "late-board": [9, 10],
  "comment-bank": [2, 9, 10],
} as const satisfies Record<string, readonly number[]>;

export type PermissionName = keyof typeof PERMISSIONS;

/** What a route or endpoint may ask of a person who is signed in. */
export type PersonAccess = "signed-in" | "reset-password" | PermissionName | keyof typeof ANY_OF;

/**
 * What every route and endpoint declares. `visitor`: nobody is signed in; `anyone`: signed in or not;
 * `reset-password`: the account must choose a new password and may do nothing else.
 */
export type Access = "visitor" | "anyone" | PersonAccess;

type Holder = { permissions: readonly number[] };

export function holds({ permissions }: Holder, name: PermissionName): boolean {
  return permissions.includes(PERMISSIONS[name]);
}

/** The ids of which the person must hold one, or null where being signed in is enough. */
export function idsFor(access: PersonAccess): readonly number[] | null {
  if (access === "signed-in" || access === "reset-password") return null;
  return isPermission(access) ? [PERMISSIONS[access]] : ANY_OF[access];
}

export function allows(access: PersonAccess, { permissions }: Holder): boolean {
  const ids = idsFor(access);
  return ids === null || ids.some((id) => permissions.includes(id));
}

function isPermission(access: string): access is PermissionName {
  return Object.hasOwn(PERMISSIONS, access);
}
