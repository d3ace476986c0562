import { z } from "zod";
import { formSucceeded, rejected, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { noTransaction } from "#db/index.ts";
import { listSubjectTeachers } from "#db/queries/subjects/assignments.ts";
import {
  listAssignmentCandidates,
  listAssignableClasses,
  type AssignableClass,
} from "#db/queries/subjects/assigned-students.ts";
import { formatRegisterName } from "#domain/names.ts";
import { PATHS, studentPictureUrl, withQuery } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { parseListParams, splitSearch } from "#domain/people/list-params.ts";
import { yearLabel } from "#domain/terms.ts";
import { addStudentsToSubject } from "../assign-students.server.ts";
import {
  formatStudentCount,
  describeKeptMarksOfStudents,
  parseCandidateSearch,
  subjectRosterQuery,
  parseRosterParams,
  subjectUrl,
  type CandidateSearch,
  type SubjectDialogParams,
} from "../assignment.rules.ts";
import { toTeacherChoice } from "../roster/roster.server.ts";
import { getSubjectInYear } from "../read-subjects.server.ts";

/** The list is cut at about a class and a half, because typing more of a name finds the other students. */
const MOST_SHOWN = 50;
/** The longest title in characters. For a longer title the abbreviation is used. */
const LONGEST_SHORT = 20;
/** A search that matches more classes is probably not a search for a class, so no class is offered. */
const MOST_CLASSES = 4;

export type SubjectCandidatesView = Awaited<ReturnType<typeof loadSubjectCandidates>>;
export type SubjectCandidateView = SubjectCandidatesView["students"][number];
export type WholeClassView = SubjectCandidatesView["classes"][number];

/** Finds the students who can be added to a subject, by the search and ticks in the query. @throws notFound */
export async function loadSubjectCandidates(subjectId: number, query: URLSearchParams) {
  const t = noTransaction;
  const looking = parseCandidateSearch(query);
  const { title, abbr, academicYearId } = await getSubjectInYear(subjectId, t);
  const of = { subjectId, academicYearId };
  const words = splitSearch(looking.find);
  const [teachers, students, classes] = await Promise.all([
    listSubjectTeachers(of, t),
    listAssignmentCandidates({ ...of, words, chosen: looking.studentKeys, limit: MOST_SHOWN + 1 }, t),
    listAssignableClasses({ ...of, words, classIds: looking.classIds }, t),
  ]);
  const isClassSearch = classes.length <= MOST_CLASSES;
  const shownClasses = classes.filter(({ class_id }) => isClassSearch || looking.classIds.includes(class_id));
  const [only, ...others] = teachers;
  return {
    /** `short` is the subject's name where there is little room. */
    subject: { id: subjectId, title, short: title.length > LONGEST_SHORT ? abbr : title },
    year: yearLabel(academicYearId),
    find: looking.find,
    /** The number of students that are ticked, alone or with their class. */
    chosen: chosenOf(looking, classes).length,
    employeeId: looking.employeeId ?? (others.length === 0 ? (only?.employee_id ?? null) : null),
    teachers: teachers.map(toTeacherChoice),
    classes: shownClasses.map(({ class_id: classId, label, student_keys }) => ({
      classId,
      label,
      students: student_keys.length,
      isChosen: looking.classIds.includes(classId),
    })),
    students: students.slice(0, MOST_SHOWN).map(candidateView),
    more: students.length > MOST_SHOWN,
    closeTo: subjectUrl({ subjectId, list: parseListParams(query), roster: parseRosterParams(query) }),
  };
}

type Found = Awaited<ReturnType<typeof listAssignmentCandidates>>[number];

function candidateView({ id: key, picture, label, is_assigned, is_chosen, ...student }: Found) {
  return {
    key,
    name: formatRegisterName(student),
    className: label,
    picture: studentPictureUrl(picture, "small"),
    isAssigned: is_assigned,
    isChosen: is_chosen,
  };
}

export type AddStudentsInput = { find?: string; by?: string };

/** The form has a field for each ticked student and class, in addition to the search and the teacher. */
export const AddStudentsFormSchema = z.object({ intent: z.enum(["find", "add"]) }).catchall(z.string());

type Submitted = { subjectId: number; query: URLSearchParams; input: z.output<typeof AddStudentsFormSchema> };

/** The number of seconds for which this screen's messages are shown. */
const SECONDS = 4;

/**
 * Adds the ticked students. Without JavaScript, a second button searches without losing the ticks.
 * @throws notFound
 */
export async function addTickedStudents(
  person: Person,
  { subjectId, query, input: { intent, ...fields } }: Submitted,
): Promise<FormOutcome> {
  const params = { subjectId, list: parseListParams(query), roster: parseRosterParams(query) };
  const looking = parseCandidateSearch(new URLSearchParams(fields));
  if (intent === "find") return formSucceeded(lookUrl(params, looking));
  const { title, academicYearId } = await getSubjectInYear(subjectId, noTransaction);
  const { classIds, employeeId } = looking;
  const classes = await listAssignableClasses(
    { subjectId, academicYearId, words: [], classIds },
    noTransaction,
  );
  const studentKeys = chosenOf(looking, classes);
  if (studentKeys.length === 0 && classIds.length > 0)
    return stale({ find: `The whole class already has ${title}.` });
  if (studentKeys.length === 0 || employeeId === null) return rejected(missingIn(studentKeys, employeeId));
  const added = await addStudentsToSubject(person, { subjectId, studentKeys, employeeId });
  if (!added.ok) {
    const errors = { [added.field === "student_id" ? "find" : "by"]: added.fault };
    return added.status === 409 ? stale(errors) : rejected(errors);
  }
  const words = `${formatStudentCount(added.students)} added to ${title}. ${describeKeptMarksOfStudents(added.kept, title)}`;
  return formSucceeded(subjectUrl(params), words.trim(), { seconds: SECONDS });
}

function lookUrl(
  params: SubjectDialogParams,
  { find, studentKeys, classIds, employeeId }: CandidateSearch,
): string {
  const ticks = [...studentKeys.map((key) => `s-${key}`), ...classIds.map((id) => `c-${id}`)];
  return withQuery(`${PATHS.subjects}/${params.subjectId}/add`, {
    ...subjectRosterQuery(params),
    find: find || null,
    by: employeeId,
    ...Object.fromEntries(ticks.map((name) => [name, "on"])),
  });
}

/** Returns the errors of missing fields. Both a student and a teacher are needed. */
function missingIn(studentKeys: readonly number[], employeeId: number | null): Record<string, string> {
  const errors: Record<string, string> = {};
  if (studentKeys.length === 0) errors["find"] = "Choose a student first.";
  if (employeeId === null) errors["by"] = "Choose a teacher.";
  return errors;
}

/** Returns the ticked students and, from each ticked class, the students who do not have the subject yet. */
function chosenOf({ studentKeys, classIds }: CandidateSearch, classes: readonly AssignableClass[]): number[] {
  const whole = classes.filter(({ class_id }) => classIds.includes(class_id));
  return [...new Set([...studentKeys, ...whole.flatMap(({ student_keys }) => student_keys)])];
}
