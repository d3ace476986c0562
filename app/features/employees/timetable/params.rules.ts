import { employeeDialogUrl, parseEmployeesParams, employeesUrl } from "../list/params.rules.ts";
import type { RemainingEntries } from "./timetable.rules.ts";
import { ADDING, KEPT, LEFT } from "./timetable.ts";

/** The address of the dialog over the list as it was searched and sorted. */
export function placeOfTimetable(employeeId: number, query: URLSearchParams) {
  const params = parseEmployeesParams(query);
  const url = employeeDialogUrl(`${employeeId}/timetable`, params);
  return {
    url,
    addUrl: withAdded(url, ADDING, 1),
    closeTo: employeesUrl(params),
    left: { kept: countIn(query, KEPT), left: countIn(query, LEFT) },
  };
}

/** Returns the address of the dialog that says what is left of a deleted lesson. */
export function deletedLessonUrl(url: string, { kept, left }: RemainingEntries): string {
  const said = kept === 0 ? url : withAdded(url, KEPT, kept);
  return left === 0 ? said : withAdded(said, LEFT, left);
}

/** Returns the address of the dialog that gives lessons to a substitute. */
export function substituteUrl(url: string): string {
  const [path = "", query] = url.split("?");
  return query ? `${path}/substitute?${query}` : `${path}/substitute`;
}

function withAdded(url: string, name: string, value: number): string {
  return `${url}${url.includes("?") ? "&" : "?"}${name}=${value}`;
}

function countIn(query: URLSearchParams, name: string): number {
  const count = Number(query.get(name));
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}
