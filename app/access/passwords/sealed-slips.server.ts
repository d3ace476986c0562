import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import { sealed, unsealed } from "../carried/seal.server.ts";

/** What is handed to somebody with their one-time password. */
export type PasswordSlip = {
  /** With the title, as one is addressed. */
  name: string;
  userName: string;
  password: string;
  /** The last day on which it is good, as `2026-07-10`. */
  until: string;
};

type Sealed = { accountId: number; at: number; slips: PasswordSlip[] };

const PURPOSE = "password slips";
const HOUR_MS = 3_600_000;

/**
 * The slips of an answer that shows passwords for the only time, in a form that its page can send back to have them
 * printed: nothing of them is stored, and nobody else can print others.
 */
export function sealSlips({ accountId }: Person, slips: readonly PasswordSlip[]): string {
  return sealed(PURPOSE, JSON.stringify({ accountId, at: now().getTime(), slips }));
}

/** @returns null for what was not sealed for this person within the last hour */
export function openSlips({ accountId }: Person, seal: string): PasswordSlip[] | null {
  const text = unsealed(PURPOSE, seal);
  if (text === null) return null;
  const brought = JSON.parse(text) as Sealed;
  const isFresh = now().getTime() - brought.at < HOUR_MS;
  return isFresh && brought.accountId === accountId ? brought.slips : null;
}
