import { transaction, type Transaction } from "#db/index.ts";
import {
  lockSignInAttempts,
  countRecentFailures,
  recordSignInAttempt,
  recordSignInOutcome,
  type SignInAttempt as AttemptOfName,
} from "#db/queries/accounts/login-attempts.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { normaliseUserName } from "#domain/people/user-name.ts";
import { limitConcurrencyByLane } from "#runtime/limit-concurrency.ts";
import { maxConcurrentHashes } from "./passwords/passwords.server.ts";

/**
 * An attempt to sign in. `accountId` is null for an unknown user name, and `browser` is null for an unknown browser.
 */
export type AccountSignInAttempt = AttemptOfName & { accountId: number | null };
export type PasswordCheck =
  { admitted: true; attemptId: number; matches: boolean } | { admitted: false; waitSeconds: number };

const FREE_FAILURES = 5;
const FIRST_DELAY = 15;
const LONGEST_DELAY = 15 * 60;

const DAY = 24 * 60 * 60;
const LIMITS = {
  /** The limit of checks for one user name in one browser. Successes count too, so that nobody can guess for long. */
  checks: { seconds: DAY, most: 100 },
  /**
   * The limits of failed attempts from one address. A whole staff signs in at 8:00 from the school's single address: 70
   * people with two mistakes each fail 140 times in five minutes, or 210 times including the attempts that are still
   * being checked. The limits allow a staff twice as large.
   */
  failures: [
    { seconds: 5 * 60, most: 300 },
    { seconds: 60 * 60, most: 600 },
  ],
  /**
   * The limit of user names, existing or not, that failed from one address and have not signed in since. In a staff of
   * 60, only a few people forget their password. Above the limit, one more name is admitted every 20 seconds. Somebody
   * who tries one password with many names gets 180 attempts an hour, and made-up names cannot lock out the staff.
   */
  names: { seconds: 60 * 60, most: 25, everySeconds: 20 },
};

/** At most one security event is recorded in this time. One is enough to show that somebody keeps trying. */
const NOTED_EVERY_SECONDS = 15 * 60;
const BY_SIGN_IN = { system: "sign-in" };

/**
 * Limits the checks that run at once to the number of hashes. Each attempt waits for earlier ones, so that their
 * results count and many attempts at once occupy few database connections. Addresses take turns. A browser in which
 * the account has signed in before has a turn of its own, so attempts by strangers only delay other strangers. The
 * queue of one address is long enough for a staff twice as large as any of ours.
 */
const inTurn = limitConcurrencyByLane({ most: maxConcurrentHashes, inLane: 150, ofName: 10 });

/**
 * Checks a password, or returns how long to wait. Before the check, attempts for one name are stored and admitted one
 * after another, so that a hundred attempts at once are limited like a hundred in a row. Wrong and delayed attempts are
 * recorded as security events. When too many attempts are waiting, the response comes at once.
 */
export async function checkPasswordThrottled(
  attempt: AccountSignInAttempt,
  check: () => Promise<boolean>,
): Promise<PasswordCheck> {
  const turn = { lane: attempt.browser ?? attempt.address, name: normaliseUserName(attempt.userName) };
  const checked = await inTurn(turn, async () => {
    const admission = await transaction(BY_SIGN_IN, (t) => admit(attempt, t));
    if (!admission.admitted) return admission;
    const matches = await check();
    if (!matches) await transaction(BY_SIGN_IN, (t) => refuse(attempt, admission, t));
    return { ...admission, matches };
  });
  return checked === "crowded" ? { admitted: false, waitSeconds: FIRST_DELAY } : checked;
}

/** Returns the seconds to wait after failures in a row: 0 for up to four, then 15, doubling up to 15 minutes. */
export function getDelayAfterFailures(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - FREE_FAILURES));
}

async function admit({ accountId, ...attempt }: AccountSignInAttempt, t: Transaction) {
  await lockSignInAttempts(attempt, t);
  const { of_name, seconds_since, wait } = await countRecentFailures({ ...attempt, ...LIMITS }, t);
  const waitSeconds = Math.ceil(Math.max(getDelayAfterFailures(of_name) - seconds_since, wait));
  if (waitSeconds <= 0) return { admitted: true as const, attemptId: await recordSignInAttempt(attempt, t) };
  const event = { kind: "attempts-held", accountId, address: attempt.address } as const;
  await recordSecurityEvent(event, t, { quietSeconds: NOTED_EVERY_SECONDS });
  return { admitted: false as const, waitSeconds };
}

async function refuse(
  { accountId, address }: AccountSignInAttempt,
  { attemptId }: { attemptId: number },
  t: Transaction,
): Promise<void> {
  await recordSignInOutcome({ attemptId, succeeded: false }, t);
  const detail = accountId === null ? "Unknown username" : "";
  await recordSecurityEvent({ kind: "password-refused", accountId, address, detail }, t);
}
