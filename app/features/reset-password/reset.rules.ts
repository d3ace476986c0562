import { parseListParams, toListQuery, type ListParams } from "#domain/people/list-params.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

const CHOSEN = /^reset-([1-9]\d{0,8})$/;

/** The number of passwords that can be reset at once. Hashing this many takes about a second. */
export const MAX_PASSWORD_RESETS = 100;

/**
 * Returns the URL of the list with the selected employees, who stay selected on other pages, with and without
 * JavaScript.
 */
export function passwordResetListUrl(params: ListParams, chosen: Iterable<number> = []): string {
  return withQuery(PATHS.resetPassword, { ...toListQuery(params), ...selectedEmployeesQuery(chosen) });
}

/** Returns the URL of the confirmation for one employee, over the list. */
export function confirmPasswordResetUrl(
  employeeId: number,
  params: ListParams,
  chosen: Iterable<number>,
): string {
  return withQuery(`${PATHS.resetPassword}/${employeeId}`, {
    ...toListQuery(params),
    ...selectedEmployeesQuery(chosen),
  });
}

export function selectedEmployeesQuery(chosen: Iterable<number>): Record<string, string> {
  return Object.fromEntries([...chosen].map((id) => [resetCheckboxName(id), "on"]));
}

/** Returns the URL of the list after a reset. Employees whose passwords were not reset stay selected. */
export function getListUrlAfterReset(query: URLSearchParams, people: readonly { id: number }[]): string {
  const chosen = parseChosenEmployeeIds(query.keys()).filter((id) => !people.some((one) => one.id === id));
  return passwordResetListUrl(parseListParams(query), chosen);
}

/** Returns the name of an employee's checkbox. Each name is different, because a form may not repeat a name. */
export function resetCheckboxName(employeeId: number): string {
  return `reset-${employeeId}`;
}

export function parseChosenEmployeeIds(names: Iterable<string>): number[] {
  return [...new Set(names)].flatMap((name) => {
    const [, id] = CHOSEN.exec(name) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
}
