import { hash, verify } from "@node-rs/argon2";
import { env } from "#runtime/env.ts";
import { invalid } from "#runtime/errors.ts";
import { limitConcurrency } from "#runtime/limit-concurrency.ts";

/** The limit in UTF-16 units. No password of ours is as long, so a longer text is not checked. */
export const LONGEST_PASSWORD = 1_000;
export const PASSWORD_TOO_LONG = "This password is too long. Enter a shorter one.";

/** OWASP's minimum for argon2id, which is number 2 in the library's list: 19 MiB. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a random text that nobody has: with it, an unknown user name takes as long as a wrong password. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$w/EOb/Whp3ThxOrAU4/TiA$GgQChEvOFKxuVST5J2YSKyotTElgdfSCLL3C56otnbE";

/** Two hashes keep two cores busy and take 38 MiB; a whole staff at 8:00 waits in turn and does not use up memory. */
const HASHES = 2;
const inTurn = limitConcurrency(hashesAtOnce);

/** A process that shares the machine with others computes one hash at a time: together they keep the cores busy. */
export function hashesAtOnce(): number {
  return Math.ceil(HASHES / env().WEB_CONCURRENCY);
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), ARGON2ID));
}

/**
 * Compares a password.
 * @param passwordHash null for an account that does not exist: this never matches, and takes as long
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, composed(password)));
  return passwordHash !== null && matches;
}

/**
 * Composes each letter, so that it is the same whichever keyboard or phone typed it. Many marks on one letter are
 * sorted in quadratic time: a form full of them would block the process for 20 seconds.
 * @throws Invalid for such a text
 */
function composed(password: string): string {
  if (password.length > LONGEST_PASSWORD) throw invalid(PASSWORD_TOO_LONG);
  return password.normalize("NFKC");
}
