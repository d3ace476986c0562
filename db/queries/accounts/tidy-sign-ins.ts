import { Op } from "sequelize";
import type { Transaction } from "../../index.ts";
import { LoginAttempt, Session } from "../../models/accounts.ts";
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

function longerAgo(hours: number) {
  return { [Op.lt]: new Date(now().getTime() - hours * HOUR_MS) };
}
