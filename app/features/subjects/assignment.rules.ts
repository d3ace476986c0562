import { MESSAGES } from "#domain/messages.ts";
import { shortName } from "#domain/names.ts";

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
