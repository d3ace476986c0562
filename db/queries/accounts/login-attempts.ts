import { row, run, type Transaction } from "../../index.ts";
import { LoginAttempt } from "../../models/accounts.ts";

/** The first half of the advisory locks' keys: arbitrary numbers that only attempts use. */
const USER_NAME_LOCKS = 7_210_201;
const ADDRESS_LOCKS = 7_210_202;

type Attempt = { userName: string; address: string };

/**
 * Attempts for one name take turns until the transaction ends, and then those from one address, always in this order:
 * however many come at once, each counts those before it.
 */
export function lockAttempts(asked: Attempt, t: Transaction): Promise<void> {
  return run(
    `with of_name as materialized (select pg_advisory_xact_lock($names, hashtext(lower($userName))))
     select pg_advisory_xact_lock($addresses, hashtext($address)) from of_name`,
    { ...asked, names: USER_NAME_LOCKS, addresses: ADDRESS_LOCKS },
    t,
  );
}

/** `most` failures within the last `seconds`. */
export type FailureLimit = { seconds: number; most: number };

export type RecentFailures = {
  /** Of this name since it last signed in, within a day; an attempt that is still being checked counts. */
  of_name: number;
  seconds_since: number;
  /** Seconds until the address has fewer failures than each limit allows; 0 when that is so now. */
  wait_of_address: number;
};

/**
 * Who has signed in from this address, in the month that attempts are kept, is held up only by what failed under the
 * name right here. Else whoever knows a name could keep its person out from anywhere, and one guest a whole staff.
 */
export async function recentFailures(
  { limits, ...asked }: Attempt & { limits: readonly FailureLimit[] },
  t: Transaction,
): Promise<RecentFailures> {
  const found = await row<RecentFailures>(
    `with here as (
       select exists (select 1 from login_attempts
                       where user_name = lower($userName) and address = $address and succeeded) as is_known
     )
     select n.of_name, n.seconds_since,
            case when h.is_known then 0 else coalesce(a.wait, 0)::float8 end as wait_of_address
       from here h
      cross join lateral (
             select count(*)::integer as of_name,
                    coalesce(extract(epoch from clock_timestamp() - max(at)), 0)::float8 as seconds_since
               from login_attempts
              where user_name = lower($userName) and (address = $address or not h.is_known)
                and not succeeded and at > clock_timestamp() - interval '1 day'
                and at > coalesce((select max(at) from login_attempts where user_name = lower($userName) and succeeded),
                                  '-infinity')) n
      cross join (select max(extract(epoch from f.at - clock_timestamp()) + l.seconds) as wait
                    from unnest($seconds::integer[], $most::integer[]) as l (seconds, most)
                   cross join lateral (
                     select p.at
                       from login_attempts p
                      where p.address = $address and not p.succeeded
                        and p.at > clock_timestamp() - make_interval(secs => l.seconds)
                      order by p.at desc
                     offset l.most - 1 limit 1) f) a
      order by n.of_name`,
    { ...asked, seconds: limits.map(({ seconds }) => seconds), most: limits.map(({ most }) => most) },
    t,
  );
  return found ?? { of_name: 0, seconds_since: 0, wait_of_address: 0 };
}

/** Counts as failed until it is known to have succeeded, so that a crash in between gives no free attempt. */
export async function recordAttempt(asked: Attempt, t: Transaction): Promise<number> {
  const made = await row<Pick<LoginAttempt, "attempt_id">>(
    `insert into login_attempts (user_name, address, at, succeeded)
     values (lower($userName), $address, clock_timestamp(), false)
     returning attempt_id`,
    asked,
    t,
  );
  if (!made) throw new Error("an attempt was not recorded");
  return made.attempt_id;
}

export async function recordSuccess(attemptId: number, t: Transaction): Promise<void> {
  await LoginAttempt.update({ succeeded: true }, { attempt_id: attemptId }, t);
}
