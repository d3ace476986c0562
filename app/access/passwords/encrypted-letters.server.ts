import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import { encrypt, decrypt } from "../carried/carried-form.server.ts";

export type PasswordLetter = {
  /** The full name with its title, as a letter addresses the person. */
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
 * Encrypts the password letters of a response that shows new passwords. The page sends the encrypted text back to print
 * the letters, so that no password is stored, and only the same person can print them.
 */
export function encryptPasswordLetters({ accountId }: Person, letters: readonly PasswordLetter[]): string {
  return encrypt(PURPOSE, JSON.stringify({ accountId, at: now().getTime(), letters }));
}

/** Decrypts password letters; null unless they were encrypted for this person within the last hour. */
export function decryptPasswordLetters({ accountId }: Person, seal: string): PasswordLetter[] | null {
  const text = decrypt(PURPOSE, seal);
  if (text === null) return null;
  // A page that was loaded before an update still names the letters `slips`.
  const brought = JSON.parse(text) as Sealed & { slips?: PasswordLetter[] };
  const isFresh = now().getTime() - brought.at < HOUR_MS;
  return isFresh && brought.accountId === accountId ? (brought.letters ?? brought.slips ?? null) : null;
}
