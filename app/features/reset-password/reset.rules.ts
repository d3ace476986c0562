import { toListQuery, type ListParams } from "#domain/people/list-params.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

const CHOSEN = /^reset-([1-9]\d{0,8})$/;

export function resetListUrl(params: ListParams): string {
  return withQuery(PATHS.resetPassword, toListQuery(params));
}

/** Returns the URL of the confirmation over the list, for one employee's id or for `several` employees. */
export function confirmResetUrl(who: number | "several", params: ListParams): string {
  return withQuery(`${PATHS.resetPassword}/${who}`, toListQuery(params));
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

export function formatEndedSessions(ended: number): string {
  return ended === 1 ? "1 open session" : `${ended} open sessions`;
}
