import { hash, verify } from "@node-rs/argon2";
import { env } from "#runtime/env.ts";
import { invalid } from "#runtime/errors.ts";
import { limitConcurrency } from "#runtime/limit-concurrency.ts";

/** The maximum number of UTF-16 units in a text that is compared with a password. New passwords are much shorter. */
export const LONGEST_PASSWORD = 1_000;
export const PASSWORD_TOO_LONG = "This password is too long. Enter a shorter one.";

/** OWASP's minimum settings for argon2id: 19 MiB of memory and two passes. Algorithm 2 is argon2id in the library. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of an unknown text. Checking it makes an unknown user name take as long as a wrong password. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$w/EOb/Whp3ThxOrAU4/TiA$GgQChEvOFKxuVST5J2YSKyotTElgdfSCLL3C56otnbE";

/** Two hashes at once keep two cores busy and take 38 MiB; a whole staff that signs in at 8:00 waits in a queue. */
const HASHES = 2;
const inTurn = limitConcurrency(maxConcurrentHashes);

/** Returns how many hashes this process calculates at once: one if several processes share the machine. */
export function maxConcurrentHashes(): number {
  return Math.ceil(HASHES / env().WEB_CONCURRENCY);
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), ARGON2ID));
}

/**
 * Compares a password with its hash.
 * @param passwordHash null for an account that does not exist; the result is then false after the usual time
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, composed(password)));
  return passwordHash !== null && matches;
}

/**
 * Composes letters with their accents, so that a password is the same on every keyboard and phone. Sorting many accents
 * on one letter takes quadratic time, and a long text could block the process for 20 seconds.
 * @throws Invalid for a text with too many accents on a letter
 */
function composed(password: string): string {
  if (password.length > LONGEST_PASSWORD) throw invalid(PASSWORD_TOO_LONG);
  return password.normalize("NFKC");
}
