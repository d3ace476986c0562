import { z } from "zod";
import { formatFormFailure } from "#access/forms/answer-form.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { listSubjects } from "#features/lookups/calendar.server.ts";
import {
  deleteSubject,
  saveSubject,
  SubjectNames,
} from "#features/settings/subjects/school-subjects.server.ts";
import {
  addSubjectStudent,
  deleteSubjectStudent,
  listSubjectStudents,
  setSubjectTeacher,
} from "#features/subjects/assign-students.server.ts";
import { describeKeptMarksOfStudents, describeNotAdded } from "#features/subjects/assignment.rules.ts";
import { defineEndpoint, defineSignedInGet, type Endpoint, type EndpointReply } from "./dispatch/endpoint.ts";
import { idSchema, versionSchema, nameSchema } from "./dispatch/wire.ts";

const Subject = z.strictObject({ id: z.int(), title: z.string(), abbr: z.string() });

/**
 * Without an id, a subject is added. With a `version`, a change fails if somebody else changed the subject meanwhile.
 */
const Asked = SubjectNames.extend({ id: idSchema.nullish(), version: versionSchema.nullish() });

const SubjectSaved = z.strictObject({ message: z.string(), id: z.int() });

export const SUBJECTS_ENDPOINTS: readonly Endpoint[] = [
  defineSignedInGet({
    path: "/api/subjects",
    summary: "Lists the subjects of the school",
    list: { sort: ["id", "title", "abbr"], search: ["title", "abbr"] },
    reply: z.array(Subject),
    read: async () =>
      (await listSubjects()).map(({ subject_id, title, abbr }) => ({ id: subject_id, title, abbr })),
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/subjects",
    summary: "Saves or adds a subject",
    access: "settings.manage",
    body: Asked,
    reply: SubjectSaved,
    answer: async ({ person, body: { id: subjectId = null, version: known = null, ...named } }) => {
      const saved = await saveSubject(person, { ...named, subjectId, version: known });
      if (saved.kind === "saved")
        return { status: 200, body: { message: MESSAGES.subjectSaved, id: saved.subjectId } };
      const message = formatFormFailure(saved);
      return { status: saved.status, body: { message, errors: { title: [message] } } };
    },
  }),
  defineEndpoint({
    method: "DELETE",
    path: "/api/subject",
    summary: "Deletes a subject, or retires a subject that is in use",
    access: "settings.manage",
    body: z.object({ id: idSchema }),
    reply: SubjectSaved,
    answer: async ({ person, body: { id: subjectId } }) => {
      const { message } = await deleteSubject(person, subjectId);
      return { status: 200, body: { message, id: subjectId } };
    },
  }),
];

const SubjectStudent = z.strictObject({
  subject_id: z.int(),
  student_id: z.string(),
  last_name: z.string(),
  first_name: z.string(),
  gender: z.enum(["M", "F"]).nullable(),
  form_class: z.string(),
  employee_id: z.int(),
  class_id: z.int(),
  class: z.string(),
});

const Assignment = z.object({ subject_id: idSchema, student_id: nameSchema, employee_id: idSchema });

/** `prev_employee_id` is the teacher that the caller read. Without it, the call succeeds whoever is the teacher now. */
const Change = Assignment.extend({ prev_employee_id: idSchema.nullish() });

const Removal = Change.omit({ employee_id: true });

const Said = z.strictObject({ message: z.string() });

export const SUBJECT_STUDENTS_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/subject-students",
    summary: "Lists the students of a subject",
    access: "subject-assignment",
    query: z.object({ subject_id: idSchema }),
    list: {
      sort: ["student_id", "last_name", "first_name", "gender", "form_class", "employee_id", "class"],
      search: ["first_name", "last_name", "student_id"],
    },
    reply: z.array(SubjectStudent),
    answer: async ({ query: { subject_id } }) => ({
      status: 200,
      body: (await listSubjectStudents(subject_id)).map(({ label, form_class_id, ...student }) => ({
        subject_id,
        ...student,
        form_class: form_class_id,
        class: label,
      })),
    }),
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/subject-students",
    summary: "Adds a student to a subject",
    access: "subject-assignment",
    body: Assignment,
    reply: Said,
    answer: async ({ person, body }) => answered(await addSubjectStudent(person, named(body)), "Added."),
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/student-subject-assignment",
    summary: "Changes the teacher of a student's subject",
    access: "subject-assignment",
    body: Change,
    reply: Said,
    answer: async ({ person, body }) => answered(await setSubjectTeacher(person, named(body)), "Saved."),
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/delete-student-subject-assignment",
    summary: "Removes a student from a subject",
    access: "subject-assignment",
    body: Removal,
    reply: Said,
    answer: async ({ person, body }) => answered(await deleteSubjectStudent(person, named(body)), "Deleted."),
  }),
];

type Named = { subject_id: number; student_id: string; prev_employee_id?: number | null | undefined };

function named<Body extends Named>({ subject_id, student_id, prev_employee_id, ...rest }: Body) {
  return { subjectId: subject_id, studentId: student_id, was: prev_employee_id ?? null, ...rest };
}

function answered(
  assigned: Awaited<ReturnType<typeof addSubjectStudent>>,
  done: "Added." | "Saved." | "Deleted.",
): EndpointReply<z.input<typeof Said>> {
  if (assigned.ok) {
    const kept = describeKeptMarksOfStudents(assigned.kept, "the subject");
    return { status: 200, body: { message: `${done} ${kept}`.trim() } };
  }
  const { status, field, fault } = assigned;
  return {
    status,
    body: { message: done === "Added." ? describeNotAdded(fault) : fault, errors: { [field]: [fault] } },
  };
}
