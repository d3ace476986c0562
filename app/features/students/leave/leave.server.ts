import { z } from "zod";
import { done, rejected, stale, type Outcome } from "#access/forms/answer-form.server.ts";
import { allows, holds } from "#access/permissions.ts";
import { noTransaction, type Reading } from "#db/index.ts";
import { listStudentStatuses } from "#db/queries/people/student-list.ts";
import {
  lockStudentStatus,
  setStudentStatus,
  findStudentToLeave,
  type LeavingStudentRow,
} from "#db/queries/people/leaving.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { CURRENT, MERGED, REGISTERED, TRANSFERRED } from "#domain/people/students.ts";
import { parseId, studentPictureUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { forbidden, notFound } from "#runtime/errors.ts";
import type { LeavingStudent } from "./leave.rules.ts";

/**
 * Loads the effects of deleting a student; for administrators also of bringing back a student who left.
 * @throws notFound
 */
export async function loadLeavingStudent(person: Person, studentKey: number): Promise<LeavingStudent> {
  const t = noTransaction;
  const [student, statuses] = await Promise.all([leavingTo(person, studentKey, t), listStudentStatuses(t)]);
  return {
    id: student.id,
    studentId: student.student_id,
    firstName: student.first_name,
    lastName: student.last_name,
    name: nameOf(student),
    gender: student.gender,
    picture: studentPictureUrl(student.picture, "small"),
    classLabel: student.label,
    hasLeft: hasLeft(student) ? student.status : null,
    hasSomething: student.has_something,
    statuses: statuses
      .filter(({ student_status_id: id }) => id >= TRANSFERRED)
      .map(({ student_status_id: id, detail }) => ({ value: String(id), label: detail })),
  };
}

export type LeaveInput = z.input<typeof LeaveForm>;

/** Without an intent, the form deletes the student. */
export const LeaveForm = z.object({
  intent: z.literal("bring-back").optional(),
  status: z.string().default(""),
});

type Submitted = { studentKey: number; input: z.output<typeof LeaveForm>; list: string };

/** Handles the form; `list` is the page that shows the result. @throws notFound, forbidden */
export function changeLeaving(person: Person, { studentKey, input, list }: Submitted): Promise<Outcome> {
  if (input.intent === "bring-back") return bringStudentBack(person, { studentKey, list });
  return deleteStudent(person, { studentKey, statusId: parseId(input.status) ?? 0, list });
}

type Deleted = Omit<Submitted, "input"> & { statusId: number };

/** Deletes a student softly, with a status above Registered: all entered data stays. @throws notFound */
export function deleteStudent(person: Person, { studentKey, statusId, list }: Deleted) {
  return termTransaction(person, async (t) => {
    await lockStudentStatus(studentKey, t);
    const student = await leavingTo(person, studentKey, t);
    const name = nameOf(student);
    if (hasLeft(student)) return stale(`${name} has already been deleted.`);
    const offered = (await listStudentStatuses(t)).filter(({ student_status_id: id }) => id >= TRANSFERRED);
    if (!offered.some(({ student_status_id: id }) => id === statusId))
      return rejected({ status: "Choose a status from the list." });
    await setStudentStatus({ studentKey, statusId }, t);
    return done(list, `${name} deleted.`);
  });
}

/** Brings a student back to this term's class; a student who never had a class becomes Registered. */
function bringStudentBack(person: Person, { studentKey, list }: Omit<Submitted, "input">): Promise<Outcome> {
  if (!holds(person, "admin"))
    throw forbidden("You cannot bring a student back because only an administrator can do that.");
  return termTransaction(person, async (t) => {
    await lockStudentStatus(studentKey, t);
    const student = await leavingTo(person, studentKey, t);
    const name = nameOf(student);
    if (!hasLeft(student)) return stale(`${name} has already been brought back.`);
    await setStudentStatus({ studentKey, statusId: student.was_registered ? CURRENT : REGISTERED }, t);
    return done(list, `${name} brought back.`);
  });
}

/** People who manage students may delete; only administrators see a student who left. @throws notFound */
async function leavingTo(person: Person, studentKey: number, t: Reading): Promise<LeavingStudentRow> {
  const student = allows("student-records", person) ? await findStudentToLeave(studentKey, t) : null;
  const isMerged = student?.student_status_id === MERGED;
  if (!student || isMerged || (hasLeft(student) && !holds(person, "admin")))
    throw notFound("This student’s record no longer exists, or you cannot open it.");
  return student;
}

function hasLeft({ student_status_id: id }: LeavingStudentRow): boolean {
  return id > REGISTERED;
}

function nameOf({ first_name, last_name }: LeavingStudentRow): string {
  return `${first_name} ${last_name}`;
}
