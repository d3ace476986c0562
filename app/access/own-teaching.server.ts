import type { Transaction } from "#db/index.ts";
import { findOwnAccount } from "#db/queries/accounts/permissions.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import type { Person } from "#domain/person.ts";

type Given = {
  /** The employee who got the class or lesson. */
  employeeId: number;
  /** Such as `Std 4 R, form teacher`. */
  what: string | (() => Promise<string>);
};

/** Records a change to one's own teaching: allowed to people who manage timetables, but logged. */
export async function logOwnTeachingChange(
  { accountId, sessionId }: Person,
  { employeeId, what }: Given,
  t: Transaction,
): Promise<void> {
  const own = await findOwnAccount({ employeeId, accountId, sessionId }, t);
  if (!own) return;
  const words = typeof what === "string" ? what : await what();
  const detail = `${own.user_name}: ${words}`;
  await recordSecurityEvent({ kind: "own-teaching", accountId, address: own.address, detail }, t);
}
