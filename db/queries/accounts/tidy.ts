import { literal, Op } from "sequelize";
import type { Transaction } from "../../index.ts";
import { LoginAttempt, RecordRead, SecurityEvent, Session } from "../../models/accounts.ts";
import { now } from "#runtime/clock.ts";

const HOUR_MS = 3_600_000;

/** Sessions begun or last used longer ago than that. @returns how many there were */
export function removeSessionsOver({ hours }: { hours: number }, t: Transaction): Promise<number> {
  const before = longerAgo(hours);
  return Session.delete({ [Op.or]: { started_at: before, last_seen_at: before } }, t);
}

/** Attempts to sign in made longer ago than that. @returns how many there were */
export function removeAttemptsOver({ days }: { days: number }, t: Transaction): Promise<number> {
  return LoginAttempt.delete({ at: longerAgo(days * 24) }, t);
}

/** Security events older than that by the database's clock, as the trigger that guards them counts. @returns how many */
export function removeSecurityEventsOver({ days }: { days: number }, t: Transaction): Promise<number> {
  return SecurityEvent.delete({ at: { [Op.lt]: literal(`now() - interval '${days} days'`) } }, t);
}

/** What was read before that period. @returns how many counts there were */
export function removeReadsBefore({ period }: { period: number }, t: Transaction): Promise<number> {
  return RecordRead.delete({ period: { [Op.lt]: period } }, t);
}

function longerAgo(hours: number) {
  return { [Op.lt]: new Date(now().getTime() - hours * HOUR_MS) };
}
