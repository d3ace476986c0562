import { listQuery, type ListParams } from "#domain/people/list-params.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

const CHOSEN = /^reset-([1-9]\d{0,8})$/;

export function resetListUrl(params: ListParams): string {
  return withQuery(PATHS.resetPassword, listQuery(params));
}

/** Returns the address of the question over the list, about one employee by the id or about `several`. */
export function resetUrl(who: number | "several", params: ListParams): string {
  return withQuery(`${PATHS.resetPassword}/${who}`, listQuery(params));
}

/** Each tick has a name of its own, because a form uses each name only once. */
export function tickName(employeeId: number): string {
  return `reset-${employeeId}`;
}

export function chosenIn(names: Iterable<string>): number[] {
  return [...new Set(names)].flatMap((name) => {
    const [, id] = CHOSEN.exec(name) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
}

export function formatSessions(ended: number): string {
  return ended === 1 ? "1 open session" : `${ended} open sessions`;
}
