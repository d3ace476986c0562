import type { ProfileHead } from "../profile.ts";

/** What an account may do, where it is open, and who changed that. */
export type ProfileAccess = {
  head: ProfileHead;
  /** Null for an employee who has no account. */
  account: AccountAccess | null;
};

export type AccountAccess = {
  held: number[];
  /** Who is an administrator now, by name. */
  administrators: string[];
  /** Nobody would be one without this account. */
  isLastAdministrator: boolean;
  sessions: { id: number; device: string; lastSeen: string }[];
  /** `Her own, since 9 Sep 2025`. */
  password: string;
  /** Where it is reset; null for who looks at it and may not. */
  resetTo: string | null;
  /** The latest first: `Reset Password given`, `Admin, 2 Mar 2026, 08:12`; at the end who made the account. */
  changes: { what: string; done: string; by: string }[];
};

export type AccessRefused = { fault: string; wanted: number[] };

/** The box of a permission on the form. */
export function permissionField(id: number): string {
  return `permission_${id}`;
}
