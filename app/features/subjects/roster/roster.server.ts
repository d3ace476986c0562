import { z } from "zod";
import {
  handleFormFields,
  formSucceeded,
  formSucceededWithResult,
  rejected,
  stale,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import { OUTDATED_FORM_MESSAGE } from "#access/forms/form-values.schema.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  countAssignedStudents,
  listAssignedStudents,
  listClassesOfSubject,
  type AssignedStudent,
} from "#db/queries/subjects/assigned-students.ts";
import { listSubjectTeachers } from "#db/queries/subjects/assignments.ts";
import { FORM_ID_FIELD } from "#domain/form-reply.ts";
import { formatShortName } from "#domain/names.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { parseListParams, splitSearch } from "#domain/people/list-params.ts";
import type { Person } from "#domain/person.ts";
import { UNDO_SECONDS } from "#domain/messages.ts";
import { yearLabel } from "#domain/terms.ts";
import { changeSubjectTeachers, removeStudentsFromSubject } from "../assign-students.server.ts";
import {
  parseRosterParams,
  type RosterOption,
  type Roster,
  type RosterStudent,
  formatStudentCount,
  describeKeptMarksOfStudents,
  describeRemovedStudents,
  subjectUrl,
} from "../assignment.rules.ts";
import { getSubjectInYear } from "../read-subjects.server.ts";
import { REFUSAL_FIELD_PREFIXES, SUBJECT_ROSTER_FORM_ID, parseRosterPost } from "./posted-roster.rules.ts";

const PAGE_SIZE = 25;

/** Returns one page of the students who have a subject this year. @throws notFound */
export async function readSubjectRoster(subjectId: number, query: URLSearchParams): Promise<Roster> {
  const t = noTransaction;
  const { title, academicYearId } = await getSubjectInYear(subjectId, t);
  const of = { subjectId, academicYearId };
  const params = parseRosterParams(query);
  const input = {
    ...of,
    words: splitSearch(params.name),
    classId: params.classId,
    employeeId: params.teacherId,
  };
  const [{ total, found }, teachers, classes] = await Promise.all([
    countAssignedStudents(input, t),
    listSubjectTeachers(of, t),
    listClassesOfSubject(of, t),
  ]);
  const { shown: at, from } = pageSpan({ page: params.at, pageSize: PAGE_SIZE, total: found });
  const students = await listAssignedStudents({ ...input, limit: PAGE_SIZE, offset: from - 1 }, t);
  return {
    subject: { id: subjectId, title },
    year: yearLabel(academicYearId),
    list: parseListParams(query),
    params: { ...params, at },
    students: students.map(shown),
    teachers: teachers.map(toTeacherChoice),
    classes: classes.map(({ class_id, label }) => ({ value: String(class_id), label })),
    total,
    found,
    pageSize: PAGE_SIZE,
  };
}

type Teacher = { employee_id: number; first_name: string; last_name: string };

export function toTeacherChoice(teacher: Teacher): RosterOption {
  return { value: String(teacher.employee_id), label: formatShortName(teacher) };
}

function shown(student: AssignedStudent): RosterStudent {
  const { student_key: key, student_id: studentId, first_name, last_name, gender, label } = student;
  const { employee_id, first_name_of_teacher, last_name_of_teacher } = student;
  return {
    key,
    studentId,
    firstName: first_name,
    lastName: last_name,
    gender: gender ?? "",
    className: label,
    teacher: toTeacherChoice({
      employee_id,
      first_name: first_name_of_teacher,
      last_name: last_name_of_teacher,
    }),
  };
}

type Posted = { subjectId: number; query: URLSearchParams; form: FormData };

const RosterForm = z.record(z.string(), z.string().optional()).transform((fields, check) => {
  const post = parseRosterPost(fields);
  if (!post) check.addIssue({ code: "custom", path: ["intent"], message: OUTDATED_FORM_MESSAGE });
  return post ?? z.NEVER;
});

type Post = z.output<typeof RosterForm>;
type PostOf<Intent extends Post["intent"]> = Extract<Post, { intent: Intent }>;

const options = { seconds: 4 };

/**
 * Handles the buttons of the roster. A refusal is shown beside its row. When a single row is sent with JavaScript, the
 * response also has a message about the student's marks.
 * @throws badRequest, notFound
 */
export function handleRosterForm(person: Person, { subjectId, query, form }: Posted) {
  // A page that was loaded before an update does not send the name of its form.
  if (!form.has(FORM_ID_FIELD)) form.set(FORM_ID_FIELD, SUBJECT_ROSTER_FORM_ID);
  return handleFormFields(form, RosterForm, async (post): Promise<FormOutcome<string>> => {
    const { title } = await getSubjectInYear(subjectId, noTransaction);
    const url = subjectUrl({ subjectId, list: parseListParams(query), roster: parseRosterParams(query) });
    const to = { subjectId, title, url };
    return post.intent === "delete" ? deleted(person, post, to) : saved(person, post, to);
  });
}

type Page = { subjectId: number; title: string; url: string };

async function saved(person: Person, { changes, isAlone }: PostOf<"save">, { subjectId, title, url }: Page) {
  if (changes.length === 0)
    return isAlone
      ? formSucceededWithResult("")
      : formSucceeded(url, "Nothing was changed. Choose students and a teacher first.", options);
  const { refused, kept } = await changeSubjectTeachers(person, { subjectId, changes });
  const errors = [...refused].map(([key, { cause, who, reason }]) => [
    `${REFUSAL_FIELD_PREFIXES[cause]}-${key}`,
    `${who}: ${reason}`,
  ]);
  if (errors.length > 0) return rejected(Object.fromEntries(errors));
  const words = describeKeptMarksOfStudents(kept, title);
  return isAlone
    ? formSucceededWithResult(words)
    : formSucceeded(url, `Teacher saved for ${formatStudentCount(changes.length)}. ${words}`.trim(), options);
}

async function deleted(person: Person, { rows }: PostOf<"delete">, { subjectId, title, url }: Page) {
  if (rows.length === 0)
    return formSucceeded(url, "No students were deleted. Choose students first.", options);
  const removed = await removeStudentsFromSubject(person, { subjectId, rows });
  if (!removed.ok) return stale(removed.fault);
  const { undo } = removed;
  return formSucceeded(
    url,
    describeRemovedStudents(removed, title),
    undo === null ? options : { undo, seconds: UNDO_SECONDS },
  );
}
