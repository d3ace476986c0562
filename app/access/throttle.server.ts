import { transaction, type Transaction } from "#db/index.ts";
import {
  lockSignInAttempts,
  countRecentFailures,
  recordSignInAttempt,
  recordSignInOutcome,
  type Attempt as AttemptOfName,
} from "#db/queries/accounts/login-attempts.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { userNameKey } from "#domain/people/user-name.ts";
import { limitByLane } from "#runtime/limit-concurrency.ts";
import { hashesAtOnce } from "./passwords/passwords.server.ts";

/** The account whose password is tried, null for an unknown name, and the browser (`known-browser.server.ts`). */
export type Attempt = AttemptOfName & { accountId: number | null };
export type Checked =
  { admitted: true; attemptId: number; matches: boolean } | { admitted: false; waitSeconds: number };

const FREE_FAILURES = 5;
const FIRST_DELAY = 15;
const LONGEST_DELAY = 15 * 60;

const DAY = 24 * 60 * 60;
const LIMITS = {
  /** The limit of checks of a name in one browser, even if some succeed: nobody can guess for long. */
  checks: { seconds: DAY, most: 100 },
  /**
   * The limits of failures from an address. A whole staff signs in at 8:00 behind one address: 70 people with two
   * mistakes each are 140 failures in five minutes, and 210 while all are being checked. A staff twice as large fits
   * too.
   */
  failures: [
    { seconds: 5 * 60, most: 300 },
    { seconds: 60 * 60, most: 600 },
  ],
  /**
   * The limit of names, existing or not, that failed from one address and have not signed in since. In a staff of 60
   * these are the few who look for their password. Above the limit, each further name waits: one password tried on
   * every name gets 180 attempts an hour, and made-up names cannot keep a staff out.
   */
  names: { seconds: 60 * 60, most: 25, everySeconds: 20 },
};

/** One event in a quarter of an hour says that somebody keeps trying. */
const NOTED_EVERY_SECONDS = 15 * 60;
const BY_SIGN_IN = { system: "sign-in" };

/**
 * At most as many checks as hashes run at a time: each is judged when those before it are known, and a flood of them
 * holds that many connections, never those that pages need. Addresses take turns, and a browser in which its person
 * has signed in before has a turn of its own: a stranger's guesses wait behind each other. A staff twice as large as
 * any of ours fits into its queue at once.
 */
const inTurn = limitByLane({ most: hashesAtOnce, inLane: 150, ofName: 10 });

/**
 * Checks a password, or says how long to wait. The attempt is counted before its password is checked, and one at a
 * time per name: a hundred guesses sent at once get as many attempts as a hundred sent in turn. Wrong and delayed
 * attempts are recorded as security events; an attempt that finds too many waiting is answered at once.
 */
export async function checkThrottled(attempt: Attempt, check: () => Promise<boolean>): Promise<Checked> {
  const turn = { lane: attempt.browser ?? attempt.address, name: userNameKey(attempt.userName) };
  const checked = await inTurn(turn, async () => {
    const admission = await transaction(BY_SIGN_IN, (t) => admit(attempt, t));
    if (!admission.admitted) return admission;
    const matches = await check();
    if (!matches) await transaction(BY_SIGN_IN, (t) => refuse(attempt, admission, t));
    return { ...admission, matches };
  });
  return checked === "crowded" ? { admitted: false, waitSeconds: FIRST_DELAY } : checked;
}

/** Returns the seconds between attempts after failures in a row: none, then 15 s, doubled each time, at most 15 min. */
export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - FREE_FAILURES));
}

async function admit({ accountId, ...attempt }: Attempt, t: Transaction) {
  await lockSignInAttempts(attempt, t);
  const { of_name, seconds_since, wait } = await countRecentFailures({ ...attempt, ...LIMITS }, t);
  const waitSeconds = Math.ceil(Math.max(delayAfter(of_name) - seconds_since, wait));
  if (waitSeconds <= 0) return { admitted: true as const, attemptId: await recordSignInAttempt(attempt, t) };
  const event = { kind: "attempts-held", accountId, address: attempt.address } as const;
  await recordSecurityEvent(event, t, { quietSeconds: NOTED_EVERY_SECONDS });
  return { admitted: false as const, waitSeconds };
}

async function refuse(
  { accountId, address }: Attempt,
  { attemptId }: { attemptId: number },
  t: Transaction,
): Promise<void> {
  await recordSignInOutcome({ attemptId, succeeded: false }, t);
  const detail = accountId === null ? "Unknown username" : "";
  await recordSecurityEvent({ kind: "password-refused", accountId, address, detail }, t);
}
