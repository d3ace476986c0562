import { z } from "zod";
import { formSucceeded, rejected, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { hasAccess, hasPermission } from "#access/permissions.ts";
import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { listStudentStatuses } from "#db/queries/people/student-list.ts";
import {
  lockStudentStatus,
  setStudentStatus,
  findStudentToLeave,
  type LeavingStudentRow,
} from "#db/queries/people/leaving.ts";
import { insertUndoableChange } from "#db/queries/people/undoable-changes.ts";
import { termTransaction } from "#db/term-transaction.ts";
import {
  STUDENT_CURRENT,
  STUDENT_MERGED,
  STUDENT_REGISTERED,
  STUDENT_TRANSFERRED,
} from "#domain/people/students.ts";
import { parseId, studentPictureUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { forbidden, itemNotFound } from "#runtime/errors.ts";
import { UNDO_SECONDS } from "#domain/messages.ts";
import type { LeavingStudent } from "./leave.rules.ts";

/**
 * Loads what deleting a student would do. Administrators can also load a former student to restore.
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
      .filter(({ student_status_id: id }) => id >= STUDENT_TRANSFERRED)
      .map(({ student_status_id: id, detail }) => ({ value: String(id), label: detail })),
  };
}

export type LeaveStudentInput = z.input<typeof LeaveStudentFormSchema>;

/** Without an intent, the form deletes the student. */
export const LeaveStudentFormSchema = z.object({
  intent: z.literal("bring-back").optional(),
  status: z.string().default(""),
});

type Submitted = { studentKey: number; input: z.output<typeof LeaveStudentFormSchema>; list: string };

/**
 * Deletes a student or brings one back. `list` is the URL to return to, which shows the result.
 * @throws notFound, forbidden
 */
export function deleteOrBringBackStudent(
  person: Person,
  { studentKey, input, list }: Submitted,
): Promise<FormOutcome> {
  if (input.intent === "bring-back") return bringStudentBack(person, { studentKey, list });
  return deleteStudent(person, { studentKey, statusId: parseId(input.status) ?? 0, list });
}

type Deleted = Omit<Submitted, "input"> & { statusId: number };

/**
 * Gives a student a status of former students. All data is kept.
 * @throws notFound
 */
export function deleteStudent(person: Person, { studentKey, statusId, list }: Deleted) {
  return termTransaction(person, async (t) => {
    await lockStudentStatus(studentKey, t);
    const student = await leavingTo(person, studentKey, t);
    const name = nameOf(student);
    if (hasLeft(student)) return stale(`${name} has already been deleted.`);
    const offered = (await listStudentStatuses(t)).filter(
      ({ student_status_id: id }) => id >= STUDENT_TRANSFERRED,
    );
    if (!offered.some(({ student_status_id: id }) => id === statusId))
      return rejected({ status: "Choose a status from the list." });
    await setStudentStatus({ studentKey, statusId }, t);
    const from = student.student_status_id;
    const change = { kind: "status", students: [{ studentKey, from, to: statusId }] } as const;
    const undo = await insertUndoableChange(
      { accountId: person.accountId, title: `${name} deleted`, change },
      t,
    );
    return formSucceeded(list, `${name} deleted.`, { undo, seconds: UNDO_SECONDS });
  });
}

/** Brings a student back into this term's class. A student who has never had a class becomes Registered. */
function bringStudentBack(
  person: Person,
  { studentKey, list }: Omit<Submitted, "input">,
): Promise<FormOutcome> {
  if (!hasPermission(person, "admin")) throw forbidden("Ask an administrator to bring the student back.");
  return termTransaction(person, async (t) => {
    await lockStudentStatus(studentKey, t);
    const student = await leavingTo(person, studentKey, t);
    const name = nameOf(student);
    if (!hasLeft(student)) return stale(`${name} has already been brought back.`);
    await setStudentStatus(
      { studentKey, statusId: student.was_registered ? STUDENT_CURRENT : STUDENT_REGISTERED },
      t,
    );
    return formSucceeded(list, `${name} brought back.`);
  });
}

/**
 * Finds the student if the person may delete or restore students. People who manage students may delete; only
 * administrators see former students and can bring them back.
 * @throws notFound
 */
async function leavingTo(person: Person, studentKey: number, t: ReadTransaction): Promise<LeavingStudentRow> {
  const student = hasAccess("student-records", person) ? await findStudentToLeave(studentKey, t) : null;
  const isMerged = student?.student_status_id === STUDENT_MERGED;
  if (!student || isMerged || (hasLeft(student) && !hasPermission(person, "admin")))
    throw itemNotFound("student’s record", "student");
  return student;
}

function hasLeft({ student_status_id: id }: LeavingStudentRow): boolean {
  return id > STUDENT_REGISTERED;
}

function nameOf({ first_name, last_name }: LeavingStudentRow): string {
  return `${first_name} ${last_name}`;
}
