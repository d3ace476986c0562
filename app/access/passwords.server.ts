import { hash, verify } from "@node-rs/argon2";
import { limitConcurrency } from "./limit-concurrency.ts";

/** argon2id, which is 2 in the library's list, with 19 MiB (design section 1). */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a random text that nobody has: with it an unknown user name takes as long as a wrong password. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$w/EOb/Whp3ThxOrAU4/TiA$GgQChEvOFKxuVST5J2YSKyotTElgdfSCLL3C56otnbE";

/** Two hashes keep two cores busy and 38 MiB; a whole staff at 8:00 waits its turn instead of taking the memory. */
const inTurn = limitConcurrency(2);

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), ARGON2ID));
}

/** @param passwordHash null for an account that does not exist: that never matches, and takes as long */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, composed(password)));
  return passwordHash !== null && matches;
}

/** One letter has one form, whichever keyboard or phone typed it. */
function composed(password: string): string {
  return password.normalize("NFKC");
}
