import { literal, Op } from "sequelize";
import type { Transaction } from "../../index.ts";
import { LoginAttempt, OpenedRecordCount, SecurityEvent, Session } from "../../models/accounts.ts";
import { now } from "#runtime/clock.ts";

const HOUR_MS = 3_600_000;

/** Deletes sessions that began or were last used more than `hours` ago. Returns how many. */
export function deleteSessionsOlderThan({ hours }: { hours: number }, t: Transaction): Promise<number> {
  const before = longerAgo(hours);
  return Session.delete({ [Op.or]: { started_at: before, last_seen_at: before } }, t);
}

/** Deletes sign-in attempts older than `days`. Returns how many. */
export function deleteSignInAttemptsOlderThan({ days }: { days: number }, t: Transaction): Promise<number> {
  return LoginAttempt.delete({ at: longerAgo(days * 24) }, t);
}

/** Deletes security events older than `days`, by the same clock as the table's trigger. Returns how many. */
export function deleteSecurityEventsOlderThan({ days }: { days: number }, t: Transaction): Promise<number> {
  return SecurityEvent.delete({ at: { [Op.lt]: literal(`now() - interval '${days} days'`) } }, t);
}

/** Deletes the records of what accounts opened in earlier periods. Returns how many. */
export function deleteReadCountsBefore({ period }: { period: number }, t: Transaction): Promise<number> {
  return OpenedRecordCount.delete({ period: { [Op.lt]: period } }, t);
}

function longerAgo(hours: number) {
  return { [Op.lt]: new Date(now().getTime() - hours * HOUR_MS) };
}
