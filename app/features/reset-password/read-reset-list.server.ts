import { mayResetPasswordOf } from "#access/permissions.ts";
import { oneTimeWords } from "#access/passwords/one-time.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { resettableAccounts, type ResettableRow } from "#db/queries/accounts/resets.ts";
import { pageOfEmployees, type ListedEmployee } from "#db/queries/people/employee-list.ts";
import { ACTIVE } from "#domain/people/employees.ts";
import { listedPerson, listPlaceIn } from "#domain/people/list-place.ts";
import type { ResetLine, ResetList } from "./reset.rules.ts";

/** One page of who works here, with what is known of each password. */
export async function readResetList(visit: Visit, query: URLSearchParams): Promise<ResetList> {
  const t = noTransaction;
  const place = listPlaceIn(query);
  const { page, listed, ...counts } = await pageOfEmployees({ place, statusIds: [ACTIVE] }, t);
  const accounts = await resettableAccounts(
    listed.map(({ employee_id }) => employee_id),
    t,
  );
  const byEmployee = new Map(accounts.map((account) => [account.employee_id, account]));
  const lines = listed.map((employee) => lineOf(employee, byEmployee.get(employee.employee_id), visit));
  return { place: { ...place, page }, lines, ...counts };
}

function lineOf(employee: ListedEmployee, account: ResettableRow | undefined, visit: Visit): ResetLine {
  return {
    ...listedPerson(employee),
    password: account ? passwordWords(account, visit) : "No account",
    isOneTime: account?.one_time_until !== null && account !== undefined,
    mayReset: account !== undefined && whyNotReset(account, visit) === null,
  };
}

function passwordWords(account: ResettableRow, visit: Visit): string {
  const { one_time_until: until, password_reset } = account;
  const refusal = whyNotReset(account, visit);
  if (refusal !== null) return refusal;
  if (until === null) return password_reset ? "One-time" : "Own";
  return oneTimeWords(until, visit.school.timeZone);
}

/** In the words of the list, or null. */
export function whyNotReset(account: ResettableRow, { person }: Pick<Visit, "person">): string | null {
  if (account.account_id === person.accountId) return "Your own: use Profile";
  return mayResetPasswordOf(account, person) ? null : "An administrator resets it";
}
