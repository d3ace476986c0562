import { PERMISSIONS } from "#access/permissions.ts";
import { lastDayOf, makeOneTimePassword } from "#access/passwords/one-time.server.ts";
import { hashPassword } from "#access/passwords/passwords.server.ts";
import { noTransaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { insertFirstTerm, insertLists, insertSchool } from "#db/queries/first-run/new-school.ts";
import { grantPermissions, insertAccount } from "#db/queries/people/new-employee.ts";
import { findSchool, theSchool } from "#db/queries/school.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { env } from "#runtime/env.ts";
import type { NewSchool } from "./new-school.schema.server.ts";
import { planSchool, type SchoolFaults } from "./plan-school.rules.ts";

export type FirstAccount = {
  schoolName: string;
  userName: string;
  password: string;
  /** The last day on which the password is good. */
  until: string;
};

export type SchoolMade =
  | { outcome: "made"; account: FirstAccount }
  | { outcome: "refused"; errors: SchoolFaults }
  | { outcome: "exists" };

const FIRST_RUN = { system: "first-run" };

export async function hasSchool(): Promise<boolean> {
  return (await findSchool(noTransaction)) !== null;
}

/**
 * The school, its first term, the lists that every school needs and the account of who looks after it, whose first
 * password is told once. All of it or nothing, and once: of two at the same moment one makes it.
 * @param address whence it was asked, or `terminal`
 */
export async function createSchool(given: NewSchool, address: string): Promise<SchoolMade> {
  const { plan, faults } = planSchool(given);
  if (plan === null) return { outcome: "refused", errors: faults };
  const password = makeOneTimePassword();
  const hash = await hashPassword(password);
  return termTransaction(FIRST_RUN, async (t): Promise<SchoolMade> => {
    const { name, flavour, motto, userName } = given;
    if (!(await insertSchool({ name, flavour, address: given.address, motto }, t)))
      return { outcome: "exists" };
    await insertFirstTerm(plan.term, t);
    await insertLists(plan.lists, t);
    const days = env().ONE_TIME_PASSWORD_DAYS;
    const account = await insertAccount({ user_name: userName, password_hash: hash, days }, t);
    if (!account) throw new Error("a new school has an account already");
    const { account_id: accountId, one_time_until } = account;
    await grantPermissions({ accountId, permissions: Object.values(PERMISSIONS) }, t);
    await recordSecurityEvent({ kind: "school-made", accountId, address, detail: name }, t);
    const { time_zone } = await theSchool(t);
    const until = lastDayOf(one_time_until, time_zone);
    return { outcome: "made", account: { schoolName: name, userName, password, until } };
  });
}
