import { createHash } from "node:crypto";
import { transaction, type Transaction } from "#db/index.ts";
import { countRecordReads, saveRecordReads } from "#db/queries/accounts/visit.ts";
import { findSessionAddress } from "#db/queries/accounts/sessions.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import type { SecurityEventKind } from "#domain/security-events.ts";
import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import { tooManyRequests, type ExpectedError } from "#runtime/errors.ts";

const PERIOD_MINUTES = 5;
const PERIOD_MS = PERIOD_MINUTES * 60_000;
const PERIODS_AN_HOUR = 60 / PERIOD_MINUTES;
const HOUR_SECONDS = 3_600;

/**
 * The limits on how many different pages and API calls one account opens. A principal who reads a report every two
 * seconds opens 150 in five minutes, half the limit. A program that copies the school's records is slowed down to the
 * limit and appears in the security events.
 */
const LIMITS = { inPeriod: 300, notedInHour: 600 };

/** Matches addresses with a number, which open records. Addresses without a number are lists or menus. */
const NUMBER = /\d/;
/** Matches API calls that name a record in their path or query. */
const NAMED_BY_CALL = /^\/api\/[^/?]+[/?]./;
/** Pictures are not counted, because a page shows as many pictures as it has students. */
const PICTURES = "/img/";
const READING = new Set(["GET", "HEAD"]);
/** A prefetched report counts as opened, because people usually open it next. */
const PREFETCH = /\/prefetch$/;

let period = 0;
/** The reads that this process has counted in the current period. Repeating one of them needs no query. */
let counted = new Map<string, Promise<void>>();

/**
 * Counts a page or API call that a person opens. Opening the same page or making the same call again in the same
 * period does not count.
 * @throws TooMany above the number that a person can open by hand in five minutes
 */
export function countRecordRead(person: Person, request: Request): Promise<void> {
  const { pathname, search } = new URL(request.url);
  // The query of an API call selects the data. The query of a page only selects how the data is shown.
  const target = pathname.startsWith("/api/") ? pathname + search : pathname.replace(PREFETCH, "");
  // With an access token every call counts, even a call for a list, because scripts read fast. `NAMED_BY_CALL` is
  // needed because a student's id may consist of letters alone.
  const isRecord = NUMBER.test(target) || NAMED_BY_CALL.test(target) || person.sessionId === null;
  if (!READING.has(request.method) || !isRecord || target.startsWith(PICTURES)) return Promise.resolve();
  forgetEarlierPeriods();
  const key = `${person.accountId} ${target}`;
  const known = counted.get(key);
  if (known) return known;
  const counting = count(person, [target]).catch((error: unknown) => {
    counted.delete(key);
    throw error;
  });
  counted.set(key, counting);
  return counting;
}

/**
 * Counts the records that an API call is about to return, so that lists cannot be used to get around the limit.
 * @param records a name for each record, which contains the record's owner and term
 * @throws TooMany above the limit
 */
export async function countReturnedRecords(person: Person, records: readonly string[]): Promise<void> {
  forgetEarlierPeriods();
  if (records.length > 0) await count(person, records);
}

/** Logs that a list of everybody at the school is returned, such as `GET /api/students`, at most once an hour. */
export function logFullListCall(
  person: Person,
  { call, address }: { call: string; address: string },
): Promise<void> {
  const { accountId } = person;
  const event = { kind: "list-called", accountId, address, detail: call + byWhat(person) } as const;
  return transaction(person, (t) =>
    recordSecurityEvent(event, t, { quietSeconds: HOUR_SECONDS, isByDetail: true }),
  );
}

/** Returns the earliest period whose counts are still needed. Counts of earlier periods can be deleted. */
export function earliestReadCountPeriod(): number {
  return periodNow() - PERIODS_AN_HOUR;
}

function forgetEarlierPeriods(): void {
  if (period === periodNow()) return;
  period = periodNow();
  counted = new Map();
}

function periodNow(): number {
  return Math.floor(now().getTime() / PERIOD_MS);
}

async function count(person: Person, read: readonly string[]): Promise<void> {
  const targets = read.map((target) => createHash("sha256").update(target).digest());
  const input = { accountId: person.accountId, period, targets };
  const isAdmitted = await transaction(person, async (t) => {
    const counts = await countRecordReads({ ...input, periodsAnHour: PERIODS_AN_HOUR }, t);
    const { in_period, in_hour, known } = counts;
    if (known === targets.length) return true;
    if (in_period >= LIMITS.inPeriod) return note(person, "reading-held", t).then(() => false);
    await saveRecordReads(input, t);
    if (in_hour + targets.length >= LIMITS.notedInHour) await note(person, "bulk-reading", t);
    return true;
  });
  if (!isAdmitted) throw held();
}

async function note(person: Person, kind: SecurityEventKind, t: Transaction): Promise<void> {
  const { accountId } = person;
  const address = await findSessionAddress(person, t);
  const detail =
    kind === "bulk-reading"
      ? `${LIMITS.notedInHour} within an hour`
      : `${LIMITS.inPeriod} within ${PERIOD_MINUTES} minutes`;
  const event = { kind, accountId, address, detail: detail + byWhat(person) };
  await recordSecurityEvent(event, t, { quietSeconds: HOUR_SECONDS });
}

/**
 * Returns a phrase that mentions the access token, so that a reader of the log knows that a script made the requests.
 */
function byWhat({ sessionId }: Person): string {
  return sessionId === null ? ", by a token" : "";
}

function held(): ExpectedError {
  const seconds = Math.ceil(((period + 1) * PERIOD_MS - now().getTime()) / 1_000);
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return tooManyRequests(
    `You have opened more than ${LIMITS.inPeriod} pages in a short time. Wait ${wait}, then try again. Nothing you typed is lost.`,
    seconds,
  );
}
