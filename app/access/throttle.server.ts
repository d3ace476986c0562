import { transaction, type Transaction } from "#db/index.ts";
import { lockAttempts, recentFailures, recordAttempt } from "#db/queries/accounts/login-attempts.ts";
import { limitConcurrency } from "./limit-concurrency.ts";

export type Attempt = { userName: string; address: string };
export type Admission = { admitted: true; attemptId: number } | { admitted: false; waitSeconds: number };

const FREE_FAILURES = 5;
const FIRST_DELAY = 15;
const LONGEST_DELAY = 15 * 60;

/**
 * A whole staff signs in at 8:00 behind one address: 70 people with two mistakes each are 140 failures in five
 * minutes, and 210 while all are being checked. A staff twice as large fits as well; guessing over many accounts stops.
 */
const ADDRESS_LIMITS = [
  { seconds: 5 * 60, most: 300 },
  { seconds: 60 * 60, most: 600 },
];

/** Attempts that wait for each other hold connections: a flood of them may take two, never those that pages need. */
const inTurn = limitConcurrency(2);

/**
 * Lets a sign-in be tried, or says how long to wait. The attempt is counted before its password is looked at, and one
 * at a time for a name: a hundred guesses sent at once get as many tries as a hundred sent in turn.
 */
export function admitAttempt(attempt: Attempt): Promise<Admission> {
  return inTurn(() => transaction({ system: "sign-in" }, (t) => admitInTurn(attempt, t)));
}

/** Seconds between two attempts after so many failures in a row: none, then 15 s, doubled each time, at most 15 min. */
export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - FREE_FAILURES));
}

async function admitInTurn(attempt: Attempt, t: Transaction): Promise<Admission> {
  await lockAttempts(attempt, t);
  const wait = await waitOf(attempt, t);
  if (wait > 0) return { admitted: false, waitSeconds: Math.ceil(wait) };
  return { admitted: true, attemptId: await recordAttempt(attempt, t) };
}

async function waitOf(attempt: Attempt, t: Transaction): Promise<number> {
  const failures = await recentFailures({ ...attempt, limits: ADDRESS_LIMITS }, t);
  return Math.max(delayAfter(failures.of_name) - failures.seconds_since, failures.wait_of_address);
}
