import { row, run, type Transaction } from "../../index.ts";
import { LoginAttempt } from "../../models/accounts.ts";
import { userNameKey } from "../parts.ts";

/** The first keys of the advisory locks: arbitrary numbers that only sign-in attempts use. */
const USER_NAME_LOCKS = 7_210_201;
const ADDRESS_LOCKS = 7_210_202;

/** A sign-in attempt. `browser` is one that the account's owner has signed in with before; null for any other. */
export type Attempt = { userName: string; address: string; browser: string | null };

/**
 * Serialises attempts for one name, then those from one address, always in this order, until the transaction ends:
 * however many arrive at once, each counts the ones before it.
 */
export function lockSignInAttempts({ userName, address }: Attempt, t: Transaction): Promise<void> {
  return run(
    `with of_name as materialized (select pg_advisory_xact_lock($names, hashtext(${userNameKey("$userName")})))
     select pg_advisory_xact_lock($addresses, hashtext($address)) from of_name`,
    { userName, address, names: USER_NAME_LOCKS, addresses: ADDRESS_LOCKS },
    t,
  );
}

/** No limit looks back further than a day. */
const WITHIN_A_DAY = "at > clock_timestamp() - interval '1 day'";

export type Limit = { seconds: number; most: number };

export type FailureLimits = {
  checks: Limit;
  failures: readonly Limit[];
  /** Names that failed from one address and have not signed in since. Over the limit, one is allowed per interval. */
  names: Limit & { everySeconds: number };
};

export type RecentFailures = {
  /** Attempts for this name from this browser within a day, since its last sign-in, including those being checked. */
  of_name: number;
  seconds_since: number;
  /** Seconds until the name and the address are both back within their limits. */
  wait: number;
};

/**
 * Counts recent failures. A person's own browser is slowed only by failures in that browser under their name:
 * otherwise anybody who knows a name could lock its owner out, and one guest could lock out the staff. A name that
 * has already failed from an address is not counted again.
 */
export async function countRecentFailures(
  { checks, failures, names, ...params }: Attempt & FailureLimits,
  t: Transaction,
): Promise<RecentFailures> {
  const found = await row<RecentFailures>(
    `with of_route as (
       select at, coalesce(succeeded, false) as succeeded
         from login_attempts
        where user_name = ${userNameKey("$userName")} and browser is not distinct from $browser and ${WITHIN_A_DAY}
     ), here as (
       select user_name, at, succeeded
         from login_attempts
        where address = $address and browser is null and succeeded is not true and ${WITHIN_A_DAY}
          and $browser::text is null
     ), unresolved as (
       select h.user_name, max(h.at) as at
         from here h
        where not h.succeeded and h.at > clock_timestamp() - make_interval(secs => $namesSeconds)
          and not exists (select 1 from login_attempts s
                           where s.user_name = h.user_name and s.succeeded and s.at > h.at)
        group by h.user_name
     ), waits as (
       (select extract(epoch from at - clock_timestamp()) + $checksSeconds::integer as wait
          from of_route where not succeeded order by at desc offset $checksMost::integer - 1 limit 1)
        union all
       (select extract(epoch from max(at) - clock_timestamp()) + $namesEverySeconds::integer
          from unresolved
         where not exists (select 1 from unresolved where user_name = ${userNameKey("$userName")})
        having count(*) >= $namesMost::integer)
        union all
       (select extract(epoch from e.at - clock_timestamp()) + l.seconds
          from unnest($seconds::integer[], $most::integer[]) as l (seconds, most)
         cross join lateral (select at from here
                              where at > clock_timestamp() - make_interval(secs => l.seconds)
                              order by at desc offset l.most - 1 limit 1) e)
     )
     select count(*)::integer as of_name,
            coalesce(extract(epoch from clock_timestamp() - max(at)), 0)::float8 as seconds_since,
            coalesce((select max(wait) from waits), 0)::float8 as wait
       from of_route
      where not succeeded and at > coalesce((select max(at) from of_route where succeeded), '-infinity')
      order by of_name`,
    {
      ...params,
      checksSeconds: checks.seconds,
      checksMost: checks.most,
      namesSeconds: names.seconds,
      namesMost: names.most,
      namesEverySeconds: names.everySeconds,
      seconds: failures.map(({ seconds }) => seconds),
      most: failures.map(({ most }) => most),
    },
    t,
  );
  return found ?? { of_name: 0, seconds_since: 0, wait: 0 };
}

/** An attempt counts as failed until it has succeeded, so that a crash in between gives no free attempt. */
export async function recordSignInAttempt(params: Attempt, t: Transaction): Promise<number> {
  const made = await row<Pick<LoginAttempt, "attempt_id">>(
    `insert into login_attempts (user_name, address, browser, at)
     values (${userNameKey("$userName")}, $address, $browser, clock_timestamp())
     returning attempt_id`,
    params,
    t,
  );
  if (!made) throw new Error("an attempt was not recorded");
  return made.attempt_id;
}

export async function recordSignInOutcome(
  { attemptId, succeeded }: { attemptId: number; succeeded: boolean },
  t: Transaction,
): Promise<void> {
  await LoginAttempt.update({ succeeded }, { attempt_id: attemptId }, t);
}
