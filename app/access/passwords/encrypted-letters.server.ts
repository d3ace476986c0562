import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import { encrypt, decrypt } from "../carried/carried-form.server.ts";

export type PasswordLetter = {
  /** The name with its title, as in a letter. */
  name: string;
  userName: string;
  password: string;
  /** The last day of validity, such as `2026-07-10`. */
  until: string;
};

type Sealed = { accountId: number; at: number; letters: PasswordLetter[] };

const PURPOSE = "password slips";
const HOUR_MS = 3_600_000;

/**
 * Encrypts the password letters of a response that shows passwords for the only time, in a field that the page can
 * send back to have them printed: nothing is stored, and nobody can print letters of others.
 */
export function encryptPasswordLetters({ accountId }: Person, letters: readonly PasswordLetter[]): string {
  return encrypt(PURPOSE, JSON.stringify({ accountId, at: now().getTime(), letters }));
}

/** Returns null unless the letters were encrypted for this person within the last hour. */
export function decryptPasswordLetters({ accountId }: Person, seal: string): PasswordLetter[] | null {
  const text = decrypt(PURPOSE, seal);
  if (text === null) return null;
  // A page from before an update may still hold the letters under their old name.
  const brought = JSON.parse(text) as Sealed & { slips?: PasswordLetter[] };
  const isFresh = now().getTime() - brought.at < HOUR_MS;
  return isFresh && brought.accountId === accountId ? (brought.letters ?? brought.slips ?? null) : null;
}
