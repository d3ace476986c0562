import { MESSAGES } from "#domain/messages.ts";
import { formatShortName } from "#domain/names.ts";
import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import { toListQuery, type ListParams } from "#domain/people/list-params.ts";
import { parseSearchText } from "#domain/text/storable-text.ts";

export type SubjectsList = {
  params: ListParams;
  subjects: { id: number; title: string }[];
  found: number;
  total: number;
};

export type RosterOption = { value: string; label: string };

export type RosterStudent = {
  key: number;
  studentId: string;
  firstName: string;
  lastName: string;
  gender: string;
  className: string;
  /** The student's current teacher, as an option of the select in the row. */
  teacher: RosterOption;
};

export type Roster = {
  subject: { id: number; title: string };
  year: string;
  list: ListParams;
  params: RosterParams;
  students: RosterStudent[];
  /**
   * The teachers whose lessons are set to 'only students who chose the subject', which means that students choose the subject.
   */
  teachers: RosterOption[];
  classes: RosterOption[];
  total: number;
  found: number;
  pageSize: number;
};

type Named = { first_name: string; last_name: string };

/**
 * A teacher's lesson in the student's class. `byChoice` says whether the lesson is set to 'only students who chose the subject'.
 * It is null if the teacher has no lesson in the class.
 */
type InClass = { subject: string; teacher: Named; label: string; byChoice: boolean | null };

/** Returns why a teacher cannot have a student of this class, or null. Students must choose the lesson. */
export function findLessonFault({ subject, teacher, label, byChoice }: InClass): string | null {
  if (byChoice === null) return `${formatShortName(teacher)} does not teach ${subject} in ${label}`;
  if (byChoice) return null;
  return `${formatShortName(teacher)} teaches ${subject} to all of ${label}: the lesson is not marked ‘only students who chose the subject’`;
}

export function describeNotAdded(reason: string): string {
  return `${MESSAGES.studentNotAdded}. ${reason}`;
}

/** Returns a sentence such as `Rayhaan Ali already has Spanish.` */
export function describeAssignedStudents(students: readonly Named[], subject: string): string {
  return `${joinStudentNames(students)} already ${students.length === 1 ? "has" : "have"} ${subject}.`;
}

/** Returns a sentence that existing marks are kept. The result is empty if there are none. */
export function describeKeptMarksOfStudents(marks: number, subject: string): string {
  if (marks === 0) return "";
  return marks === 1
    ? `1 mark given in ${subject} stays as it is.`
    : `${marks} marks given in ${subject} stay as they are.`;
}

type Removed = { students: number; kept: number; gone: string };

/**
 * Returns a sentence that names the students who were removed. A colleague may already have removed some or all of
 * them.
 */
export function describeRemovedStudents({ students, kept, gone }: Removed, subject: string): string {
  const deleted = `${students === 0 ? "No students were" : formatStudentCount(students)} deleted from ${subject}.`;
  const before = gone && `${gone}: already deleted.`;
  return [deleted, before, describeKeptMarksOfStudents(kept, subject)].filter(Boolean).join(" ");
}

export const CHECK_LIST_HINT = "Check the list, then try again.";

export function formatStudentCount(students: number): string {
  return students === 1 ? "1 student" : `${students} students`;
}

/** Returns the label of the button that adds students. It has no number if none is known. */
export function formatAddButton(students: number): string {
  if (students === 0) return "Add Students";
  return students === 1 ? "Add 1 Student" : `Add ${students} Students`;
}

const MOST_NAMES = 3;

/** Joins names as text, such as `Rayhaan Ali, Naomi Guerra and 4 more`. */
export function joinStudentNames(people: readonly Named[]): string {
  const names = people.slice(0, MOST_NAMES).map(({ first_name, last_name }) => `${first_name} ${last_name}`);
  const more = people.length - names.length;
  if (more > 0) return `${names.join(", ")} and ${more} more`;
  const last = names.pop() ?? "";
  return names.length > 0 ? `${names.join(", ")} and ${last}` : last;
}

/** The filter and page of a subject's students. A null id or an empty name is no filter. */
type RosterParams = { name: string; classId: number | null; teacherId: number | null; at: number };

/** The dialog of a subject, with the page of the list below it. */
export type SubjectDialogParams = { subjectId: number; list: ListParams; roster: RosterParams };

const TICKED = /^s-([1-9]\d{0,8})$/;
const WHOLE_CLASS = /^c-([1-9]\d{0,8})$/;

export const WHOLE_ROSTER_PARAMS: RosterParams = { name: "", classId: null, teacherId: null, at: 1 };

/** Parses the filter and page from the query. An invalid value counts as missing. */
export function parseRosterParams(query: URLSearchParams): RosterParams {
  return {
    name: parseSearchText(query.get("name")),
    classId: parseId(query.get("class")),
    teacherId: parseId(query.get("teacher")),
    at: parseId(query.get("at")) ?? 1,
  };
}

export function subjectsUrl(params: ListParams): string {
  return withQuery(PATHS.subjects, toListQuery(params));
}

export function subjectUrl({ subjectId, list, roster }: SubjectDialogParams): string {
  return withQuery(`${PATHS.subjects}/${subjectId}`, subjectRosterQuery({ list, roster }));
}

export function addStudentsUrl({ subjectId, list, roster }: SubjectDialogParams): string {
  return withQuery(`${PATHS.subjects}/${subjectId}/add`, subjectRosterQuery({ list, roster }));
}

export function subjectRosterQuery({ list, roster }: Pick<SubjectDialogParams, "list" | "roster">) {
  return {
    ...toListQuery(list),
    name: roster.name || null,
    class: roster.classId,
    teacher: roster.teacherId,
    at: roster.at > 1 ? roster.at : null,
  };
}

/** The search in the Add Student dialog, with the ticked students and classes, and the teacher. */
export type CandidateSearch = {
  find: string;
  studentKeys: number[];
  classIds: number[];
  employeeId: number | null;
};

/** Parses the search and the ticks from the query of a search or from the submitted form. */
export function parseCandidateSearch(params: URLSearchParams): CandidateSearch {
  const names = [...params.keys()];
  return {
    find: parseSearchText(params.get("find")),
    studentKeys: parseFieldIds(names, TICKED),
    classIds: parseFieldIds(names, WHOLE_CLASS),
    employeeId: parseId(params.get("by")),
  };
}

/** Returns the ids in field names such as `s-17`. A form may not repeat a name, so each name includes an id. */
export function parseFieldIds(names: readonly string[], pattern: RegExp): number[] {
  return [...new Set(names.flatMap((name) => parseId(pattern.exec(name)?.[1]) ?? []))];
}
