import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import { parseListParams, listQuery, type ListParams } from "#domain/people/list-params.ts";
import { searchText } from "#domain/text/search-text.ts";

export type SubjectsParams = ListParams;

/** The filter and page of a subject's students; null, or an empty name, stands for all. */
export type RosterParams = { name: string; classId: number | null; teacherId: number | null; at: number };

/** A subject's dialog over its page of the list. */
export type SubjectParams = { subjectId: number; list: SubjectsParams; roster: RosterParams };

const TICKED = /^s-([1-9]\d{0,8})$/;
const WHOLE_CLASS = /^c-([1-9]\d{0,8})$/;

export const WHOLE_ROSTER: RosterParams = { name: "", classId: null, teacherId: null, at: 1 };

export function parseSubjectsParams(query: URLSearchParams): SubjectsParams {
  return parseListParams(query);
}

/** Reads the place from an address; a wrong value counts as missing. */
export function parseRosterParams(query: URLSearchParams): RosterParams {
  return {
    name: searchText(query.get("name")),
    classId: parseId(query.get("class")),
    teacherId: parseId(query.get("teacher")),
    at: parseId(query.get("at")) ?? 1,
  };
}

export function subjectsUrl(params: SubjectsParams): string {
  return withQuery(PATHS.subjects, listQuery(params));
}

export function subjectUrl({ subjectId, list, roster }: SubjectParams): string {
  return withQuery(`${PATHS.subjects}/${subjectId}`, queryOf({ list, roster }));
}

export function addUrl({ subjectId, list, roster }: SubjectParams): string {
  return withQuery(`${PATHS.subjects}/${subjectId}/add`, queryOf({ list, roster }));
}

/** Returns the query of an address, in which a search of the roster keeps the place in the list. */
export function queryOf({ list, roster }: Pick<SubjectParams, "list" | "roster">) {
  return {
    ...listQuery(list),
    name: roster.name || null,
    class: roster.classId,
    teacher: roster.teacherId,
    at: roster.at > 1 ? roster.at : null,
  };
}

/** The search in the Add Student dialog, and the ticks there. */
export type Looking = { find: string; studentKeys: number[]; classIds: number[]; employeeId: number | null };

/** Reads the search and the ticks from the address of a search, or from the form that adds students. */
export function lookingIn(given: URLSearchParams): Looking {
  const names = [...given.keys()];
  return {
    find: searchText(given.get("find")),
    studentKeys: idsIn(names, TICKED),
    classIds: idsIn(names, WHOLE_CLASS),
    employeeId: parseId(given.get("by")),
  };
}

/** Returns the ids in names such as `s-17`: a form uses each name only once. */
export function idsIn(names: readonly string[], pattern: RegExp): number[] {
  return [...new Set(names.flatMap((name) => parseId(pattern.exec(name)?.[1]) ?? []))];
}
