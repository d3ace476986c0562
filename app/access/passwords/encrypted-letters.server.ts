import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import { encryptForPurpose, decryptForPurpose } from "../carried/carried-form.server.ts";

export type PasswordLetter = {
  /** The full name with its title, as in the letter's salutation. */
  name: string;
  userName: string;
  password: string;
  /** The last day on which the password works, such as `2026-07-10`. */
  until: string;
};

type Sealed = { accountId: number; at: number; letters: PasswordLetter[] };

const PURPOSE = "password slips";
const HOUR_MS = 3_600_000;

/**
 * Encrypts the password letters for the page that shows new passwords. To print the letters, the page sends the
 * encrypted text back. No password is stored in this way, and only the same person can print the letters.
 */
export function encryptPasswordLetters({ accountId }: Person, letters: readonly PasswordLetter[]): string {
  return encryptForPurpose(PURPOSE, JSON.stringify({ accountId, at: now().getTime(), letters }));
}

/** Decrypts password letters. Returns null unless they were encrypted for this person within the last hour. */
export function decryptPasswordLetters({ accountId }: Person, seal: string): PasswordLetter[] | null {
  const text = decryptForPurpose(PURPOSE, seal);
  if (text === null) return null;
  // Pages that were loaded before an update still use the old name `slips` for the letters.
  const brought = JSON.parse(text) as Sealed & { slips?: PasswordLetter[] };
  const isFresh = now().getTime() - brought.at < HOUR_MS;
  return isFresh && brought.accountId === accountId ? (brought.letters ?? brought.slips ?? null) : null;
}
