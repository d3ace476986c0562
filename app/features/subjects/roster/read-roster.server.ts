import { noTransaction } from "#db/index.ts";
import {
  countAssignedStudents,
  listAssignedStudents,
  listClassesOfAssigned,
  type AssignedStudent,
} from "#db/queries/subjects/assigned-students.ts";
import { listSubjectTeachers } from "#db/queries/subjects/assignments.ts";
import { shortName } from "#domain/names.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { splitSearch } from "#domain/people/list-params.ts";
import { yearLabel } from "#domain/terms.ts";
import { parseRosterParams, parseSubjectsParams } from "../params.rules.ts";
import { subjectOfYear } from "../subject-of-year.server.ts";
import type { Choice, Roster, RosterStudent } from "../subjects.ts";

const PAGE_SIZE = 25;

/** Returns one page of the students who have a subject this year. @throws notFound */
export async function readRoster(subjectId: number, query: URLSearchParams): Promise<Roster> {
  const t = noTransaction;
  const { title, academicYearId } = await subjectOfYear(subjectId, t);
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
    listClassesOfAssigned(of, t),
  ]);
  const { shown: at, from } = pageSpan({ page: params.at, pageSize: PAGE_SIZE, total: found });
  const students = await listAssignedStudents({ ...input, limit: PAGE_SIZE, offset: from - 1 }, t);
  return {
    subject: { id: subjectId, title },
    year: yearLabel(academicYearId),
    list: parseSubjectsParams(query),
    params: { ...params, at },
    students: students.map(shown),
    teachers: teachers.map(teacherChoice),
    classes: classes.map(({ class_id, label }) => ({ value: String(class_id), label })),
    total,
    found,
    pageSize: PAGE_SIZE,
  };
}

type Teacher = { employee_id: number; first_name: string; last_name: string };

export function teacherChoice(teacher: Teacher): Choice {
  return { value: String(teacher.employee_id), label: shortName(teacher) };
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
    teacher: teacherChoice({
      employee_id,
      first_name: first_name_of_teacher,
      last_name: last_name_of_teacher,
    }),
  };
}
