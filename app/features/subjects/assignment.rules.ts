import { MESSAGES } from "#domain/messages.ts";
import { shortName } from "#domain/names.ts";

type Named = { first_name: string; last_name: string };

/** What a teacher's lesson in a student's class says about an assignment; null where they give none there. */
type InClass = { subject: string; teacher: Named; label: string; byChoice: boolean | null };

/** Why a teacher cannot have a student of this class, or null: their lesson there is for 'only students who chose it'. */
export function lessonFault({ subject, teacher, label, byChoice }: InClass): string | null {
  if (byChoice === null) return `${shortName(teacher)} does not teach ${subject} in ${label}`;
  if (byChoice) return null;
  return `${shortName(teacher)} teaches ${subject} to all of ${label}: the lesson is not ‘only students who chose it’`;
}

/** What is said of students that were not added (A8). */
export function notAdded(reason: string): string {
  return `${MESSAGES.studentNotAdded}. ${reason}`;
}

/** `Rayhaan Ali has Spanish already.` */
export function alreadyWords(students: readonly Named[], subject: string): string {
  return `${namesOf(students)} ${students.length === 1 ? "has" : "have"} ${subject} already.`;
}

/** What becomes of the marks that were given; empty where none were. */
export function keptWords(marks: number, subject: string): string {
  if (marks === 0) return "";
  return marks === 1
    ? `1 mark given in ${subject} stays as it is.`
    : `${marks} marks given in ${subject} stay as they are.`;
}

type Removed = { students: number; kept: number; gone: string };

/** What came of taking a subject from students; a colleague may have taken it from some, or all, of them before. */
export function removedWords({ students, kept, gone }: Removed, subject: string): string {
  const deleted = `${students === 0 ? "Nobody was" : countWords(students)} deleted from ${subject}.`;
  const before = gone && `Deleted before by somebody else: ${gone}.`;
  return [deleted, before, keptWords(kept, subject)].filter(Boolean).join(" ");
}

export const NO_ANSWER = "No answer came, so it may not be done. Look at the list, and try again.";

/** `1 student`, `12 students`. */
export function countWords(students: number): string {
  return students === 1 ? "1 student" : `${students} students`;
}

/** What the button says that adds them; without a number where none is known yet. */
export function addWords(students: number): string {
  if (students === 0) return "Add Students";
  return students === 1 ? "Add 1 Student" : `Add ${students} Students`;
}

const MOST_NAMES = 3;

/** `Rayhaan Ali, Naomi Guerra and 4 more`. */
export function namesOf(people: readonly Named[]): string {
  const names = people.slice(0, MOST_NAMES).map(({ first_name, last_name }) => `${first_name} ${last_name}`);
  const more = people.length - names.length;
  if (more > 0) return `${names.join(", ")} and ${more} more`;
  const last = names.pop() ?? "";
  return names.length > 0 ? `${names.join(", ")} and ${last}` : last;
}
