import { row, run } from "../index.ts";
import type { Transaction } from "../index.ts";

/** The first half of the advisory locks' keys: arbitrary numbers that only attempts use. */
const USER_NAME_LOCKS = 7_210_201;
const ADDRESS_LOCKS = 7_210_202;

/**
 * Attempts for one name take turns until the transaction ends, and then those from one address, always in this order:
 * however many come at once, each counts those before it.
 */
export async function lockAttempts(
  { userName, address }: { userName: string; address: string },
  t: Transaction,
): Promise<void> {
  await run("select pg_advisory_xact_lock($1, hashtext(lower($2)))", [USER_NAME_LOCKS, userName], t);
  await run("select pg_advisory_xact_lock($1, hashtext($2))", [ADDRESS_LOCKS, address], t);
}

export type FailuresOfAccount = { failures: number; seconds_ago: number };

/** Attempts for this name since it last signed in, within a day; one that is still being checked counts. */
export async function failuresOfUserName(userName: string, t: Transaction): Promise<FailuresOfAccount> {
  const counted = await row<FailuresOfAccount>(
    `select count(*)::integer as failures,
            coalesce(extract(epoch from clock_timestamp() - max(at)), 0)::float8 as seconds_ago
       from login_attempts
      where user_name = lower($1) and not succeeded and at > clock_timestamp() - interval '1 day'
        and at > coalesce((select max(at) from login_attempts where user_name = lower($1) and succeeded), '-infinity')`,
    [userName],
    t,
  );
  return counted ?? { failures: 0, seconds_ago: 0 };
}

/** Seconds until fewer than `most` failures from this address lie within the last `seconds`; 0 when that is so now. */
export async function waitOfAddress(
  { address, seconds, most }: { address: string; seconds: number; most: number },
  t: Transaction,
): Promise<number> {
  const oldest = await row<{ wait: number }>(
    `select extract(epoch from at - clock_timestamp())::float8 + $2 as wait
       from login_attempts
      where address = $1 and not succeeded and at > clock_timestamp() - make_interval(secs => $2)
      order by at desc
     offset $3 limit 1`,
    [address, seconds, most - 1],
    t,
  );
  return Math.max(0, oldest?.wait ?? 0);
}

/** Counts as failed until it is known to have succeeded, so that a crash in between gives no free attempt. */
export async function recordAttempt(
  { userName, address }: { userName: string; address: string },
  t: Transaction,
): Promise<number> {
  const made = await row<{ attempt_id: number }>(
    `insert into login_attempts (user_name, address, at, succeeded)
     values (lower($1), $2, clock_timestamp(), false)
     returning attempt_id`,
    [userName, address],
    t,
  );
  if (!made) throw new Error("an attempt was not recorded");
  return made.attempt_id;
}

export function recordSuccess(attemptId: number, t: Transaction): Promise<void> {
  return run("update login_attempts set succeeded = true where attempt_id = $1", [attemptId], t);
}
