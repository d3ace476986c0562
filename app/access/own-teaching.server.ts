import type { Transaction } from "#db/index.ts";
import { findOwnAccount } from "#db/queries/accounts/permissions.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import type { Person } from "#domain/person.ts";

type Given = {
  /** The employee to whom the class or lesson was assigned. */
  employeeId: number;
  /** The class or lesson, such as `Std 4 R, form teacher`. */
  what: string | (() => Promise<string>);
};

/** Logs when people who manage timetables assign themselves a class, because this gives them access to its marks. */
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
