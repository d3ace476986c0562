import { MESSAGES } from "#domain/messages.ts";
import { shortName } from "#domain/names.ts";
import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import { parseListParams, listQuery, type ListParams } from "#domain/people/list-params.ts";
import { searchText } from "#domain/text/storable-text.ts";

export type SubjectsList = {
  params: SubjectsParams;
  subjects: { id: number; title: string }[];
  found: number;
  total: number;
};

export type Choice = { value: string; label: string };

export type RosterStudent = {
  key: number;
  studentId: string;
  firstName: string;
  lastName: string;
  gender: string;
  className: string;
  /** The student's present teacher, as an option of the row's field. */
  teacher: Choice;
};

export type Roster = {
  subject: { id: number; title: string };
  year: string;
  list: SubjectsParams;
  params: RosterParams;
  students: RosterStudent[];
  /** The teachers whose lessons are for 'only students who chose it'. */
  teachers: Choice[];
  classes: Choice[];
  total: number;
  found: number;
  pageSize: number;
};

type Named = { first_name: string; last_name: string };

/** A teacher's lesson in the student's class; `byChoice` is null if the teacher has no lesson there. */
type InClass = { subject: string; teacher: Named; label: string; byChoice: boolean | null };

/**
 * Returns why a teacher cannot have a student of this class, or null: the lesson must be for 'only students who chose
 * it'.
 */
export function lessonFault({ subject, teacher, label, byChoice }: InClass): string | null {
  if (byChoice === null) return `${shortName(teacher)} does not teach ${subject} in ${label}`;
  if (byChoice) return null;
  return `${shortName(teacher)} teaches ${subject} to all of ${label}: the lesson is not marked ‘only students who chose it’`;
}

/** Returns the message that students were not added, followed by the reason. */
export function notAdded(reason: string): string {
  return `${MESSAGES.studentNotAdded}. ${reason}`;
}

/** Returns words such as `Rayhaan Ali has Spanish already.` */
export function describeAssigned(students: readonly Named[], subject: string): string {
  return `${namesOf(students)} ${students.length === 1 ? "has" : "have"} ${subject} already.`;
}

/** Returns what happens to the marks that were given; empty if there are none. */
export function describeKeptMarks(marks: number, subject: string): string {
  if (marks === 0) return "";
  return marks === 1
    ? `1 mark given in ${subject} stays as it is.`
    : `${marks} marks given in ${subject} stay as they are.`;
}

type Removed = { students: number; kept: number; gone: string };

/** Returns the result of deleting students; a colleague may have deleted some or all of them before. */
export function describeRemoved({ students, kept, gone }: Removed, subject: string): string {
  const deleted = `${students === 0 ? "No students were" : formatStudents(students)} deleted from ${subject}.`;
  const before = gone && `${gone}: already deleted.`;
  return [deleted, before, describeKeptMarks(kept, subject)].filter(Boolean).join(" ");
}

export const CHECK_LIST = "Check the list, then try again.";
export const NO_ANSWER = `The server did not answer, so your change may not be saved. ${CHECK_LIST}`;

export function formatStudents(students: number): string {
  return students === 1 ? "1 student" : `${students} students`;
}

/** Returns the label of the button that adds students, without a number if none is known yet. */
export function formatAddButton(students: number): string {
  if (students === 0) return "Add Students";
  return students === 1 ? "Add 1 Student" : `Add ${students} Students`;
}

const MOST_NAMES = 3;

/** Returns names such as `Rayhaan Ali, Naomi Guerra and 4 more`. */
export function namesOf(people: readonly Named[]): string {
  const names = people.slice(0, MOST_NAMES).map(({ first_name, last_name }) => `${first_name} ${last_name}`);
  const more = people.length - names.length;
  if (more > 0) return `${names.join(", ")} and ${more} more`;
  const last = names.pop() ?? "";
  return names.length > 0 ? `${names.join(", ")} and ${last}` : last;
}

type SubjectsParams = ListParams;

/** The filter and page of a subject's students; null, or an empty name, stands for all. */
type RosterParams = { name: string; classId: number | null; teacherId: number | null; at: number };

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
