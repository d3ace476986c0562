import { hash, verify } from "@node-rs/argon2";
import { env } from "#runtime/env.ts";
import { invalid } from "#runtime/errors.ts";
import { limitConcurrency } from "#runtime/limit-concurrency.ts";

/** The maximum length of a text that is compared with a password, in UTF-16 units. New passwords are much shorter. */
export const MAX_PASSWORD_LENGTH = 1_000;
export const PASSWORD_TOO_LONG = "This password is too long. Enter a shorter password.";

/** OWASP's minimum settings for argon2id: 19 MiB of memory and two passes. The library calls argon2id algorithm 2. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of an unknown text. It is checked for unknown user names, so that they take as long as a wrong password. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$w/EOb/Whp3ThxOrAU4/TiA$GgQChEvOFKxuVST5J2YSKyotTElgdfSCLL3C56otnbE";

/** Two hashes keep two cores busy and take 38 MiB. When a whole staff signs in at 8:00, the other people wait. */
const HASHES = 2;
const inTurn = limitConcurrency(maxConcurrentHashes);

/**
 * Returns the number of hashes that this process may calculate at once. The number is one if several processes share
 * the machine.
 */
export function maxConcurrentHashes(): number {
  return Math.ceil(HASHES / env().WEB_CONCURRENCY);
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), ARGON2ID));
}

/**
 * Compares a password with its hash.
 * @param passwordHash null for an account that does not exist. The result is then false, after the usual time.
 */
export async function isPasswordCorrect(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, composed(password)));
  return passwordHash !== null && matches;
}

/**
 * Composes letters with their accents, so that a password is the same on every keyboard and phone. Long texts are
 * rejected, because sorting many accents on one letter takes quadratic time and could block the process for 20 seconds.
 * @throws Invalid for a text that is too long or has too many accents on a letter
 */
function composed(password: string): string {
  if (password.length > MAX_PASSWORD_LENGTH) throw invalid(PASSWORD_TOO_LONG);
  return password.normalize("NFKC");
}
