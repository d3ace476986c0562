import { literal, Op } from "sequelize";
import { now } from "#runtime/clock.ts";
import { queryRow, runQuery, type Transaction } from "../../index.ts";
import { LoginAttempt, OpenedRecordCount, SecurityEvent, Session } from "../../models/accounts.ts";
import { userNameKeySql } from "../parts.ts";

/** The first keys of the advisory locks: arbitrary numbers that only sign-in attempts use. */
const USER_NAME_LOCKS = 7_210_201;
const ADDRESS_LOCKS = 7_210_202;

/** A sign-in attempt. `browser` identifies a browser in which the account has signed in before; null for any other. */
export type SignInAttempt = { userName: string; address: string; browser: string | null };

/**
 * Locks a user name and an address until the transaction ends, always in this order. Attempts at the same time are
 * therefore counted one after another.
 */
export function lockSignInAttempts({ userName, address }: SignInAttempt, t: Transaction): Promise<void> {
  return runQuery(
    `with of_name as materialized (select pg_advisory_xact_lock($names, hashtext(${userNameKeySql("$userName")})))
     select pg_advisory_xact_lock($addresses, hashtext($address)) from of_name`,
    { userName, address, names: USER_NAME_LOCKS, addresses: ADDRESS_LOCKS },
    t,
  );
}

/** Older attempts are ignored, because no limit is longer than a day. */
const WITHIN_A_DAY = "at > clock_timestamp() - interval '1 day'";

export type SignInAttemptLimit = { seconds: number; most: number };

export type SignInFailureLimits = {
  checks: SignInAttemptLimit;
  failures: readonly SignInAttemptLimit[];
  /**
   * The number of user names that may fail from one address without a later sign-in. Above this number, one more name
   * is admitted per interval.
   */
  names: SignInAttemptLimit & { everySeconds: number };
};

export type RecentSignInFailures = {
  /** The attempts that failed or have not ended, for this name in this browser, within a day since the last sign-in. */
  of_name: number;
  seconds_since: number;
  /** The seconds until both the name and the address are below their limits again. */
  wait: number;
};

/**
 * Counts recent failures. In a known browser, only failures with the same user name in that browser count: otherwise
 * anybody who knows a user name could lock its owner out, and one guest could lock out the staff. Towards the limit on
 * different user names from one address, each name counts once.
 */
export async function countRecentFailures(
  { checks, failures, names, ...params }: SignInAttempt & SignInFailureLimits,
  t: Transaction,
): Promise<RecentSignInFailures> {
  const found = await queryRow<RecentSignInFailures>(
    `with of_route as (
       select at, coalesce(succeeded, false) as succeeded
         from login_attempts
        where user_name = ${userNameKeySql("$userName")} and browser is not distinct from $browser and ${WITHIN_A_DAY}
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
         where not exists (select 1 from unresolved where user_name = ${userNameKeySql("$userName")})
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

/** Records an attempt as failed; a success changes it later. A crash in between therefore gives no free attempt. */
export async function recordSignInAttempt(params: SignInAttempt, t: Transaction): Promise<number> {
  const made = await queryRow<Pick<LoginAttempt, "attempt_id">>(
    `insert into login_attempts (user_name, address, browser, at)
     values (${userNameKeySql("$userName")}, $address, $browser, clock_timestamp())
     returning attempt_id`,
    params,
    t,
  );
  if (!made) throw new Error("The sign-in attempt was not recorded.");
  return made.attempt_id;
}

export async function recordSignInOutcome(
  { attemptId, succeeded }: { attemptId: number; succeeded: boolean },
  t: Transaction,
): Promise<void> {
  await LoginAttempt.update({ succeeded }, { attempt_id: attemptId }, t);
}

const HOUR_MS = 3_600_000;

/** Deletes sessions that began or were last used more than `hours` ago. Returns their number. */
export function deleteSessionsOlderThan({ hours }: { hours: number }, t: Transaction): Promise<number> {
  const before = longerAgo(hours);
  return Session.delete({ [Op.or]: { started_at: before, last_seen_at: before } }, t);
}

/** Deletes sign-in attempts older than `days`. Returns their number. */
export function deleteSignInAttemptsOlderThan({ days }: { days: number }, t: Transaction): Promise<number> {
  return LoginAttempt.delete({ at: longerAgo(days * 24) }, t);
}

/** Deletes security events older than `days`, by the same clock as the table's trigger. Returns their number. */
export function deleteSecurityEventsOlderThan({ days }: { days: number }, t: Transaction): Promise<number> {
  return SecurityEvent.delete({ at: { [Op.lt]: literal(`now() - interval '${days} days'`) } }, t);
}

/** Deletes the records of what accounts opened in earlier periods. Returns their number. */
export function deleteReadCountsBefore({ period }: { period: number }, t: Transaction): Promise<number> {
  return OpenedRecordCount.delete({ period: { [Op.lt]: period } }, t);
}

function longerAgo(hours: number) {
  return { [Op.lt]: new Date(now().getTime() - hours * HOUR_MS) };
}
