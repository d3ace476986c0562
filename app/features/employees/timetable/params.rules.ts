import { employeeDialogUrl, parseEmployeesParams, employeesUrl } from "../list/params.rules.ts";
import type { AffectedStudentCounts } from "./timetable.rules.ts";
import { ADD_LESSON_PARAM, KEPT_COUNT_PARAM, LEFT_COUNT_PARAM } from "./timetable.ts";

/** Returns the URLs of the dialog over the searched list, and the counts of students of a deleted lesson. */
export function timetableUrls(employeeId: number, query: URLSearchParams) {
  const params = parseEmployeesParams(query);
  const url = employeeDialogUrl(`${employeeId}/timetable`, params);
  return {
    url,
    addUrl: withAdded(url, ADD_LESSON_PARAM, 1),
    closeTo: employeesUrl(params),
    left: { kept: countIn(query, KEPT_COUNT_PARAM), left: countIn(query, LEFT_COUNT_PARAM) },
  };
}

export function deletedLessonUrl(url: string, { kept, left }: AffectedStudentCounts): string {
  const said = kept === 0 ? url : withAdded(url, KEPT_COUNT_PARAM, kept);
  return left === 0 ? said : withAdded(said, LEFT_COUNT_PARAM, left);
}

export function substituteUrl(url: string): string {
  return overTimetable(url, "substitute");
}

/** Returns the URL of the dialog that adds several lessons at once. */
export function addLessonsUrl(url: string): string {
  return overTimetable(url, "add-lessons");
}

function overTimetable(url: string, dialog: string): string {
  const [path = "", query] = url.split("?");
  return query ? `${path}/${dialog}?${query}` : `${path}/${dialog}`;
}

function withAdded(url: string, name: string, value: number): string {
  return `${url}${url.includes("?") ? "&" : "?"}${name}=${value}`;
}

function countIn(query: URLSearchParams, name: string): number {
  const count = Number(query.get(name));
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}
