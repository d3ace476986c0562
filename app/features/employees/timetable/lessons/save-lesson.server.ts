import { logOwnTeachingChange } from "#access/own-teaching.server.ts";
import { listActiveSubjects } from "#db/queries/subjects.ts";
import * as lessons from "#db/queries/timetable/lesson-rows.ts";
import { listClassesWithFormTeacher } from "#db/queries/timetable/teacher-class.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { timetableRefusal, type TimetableChangeRefusal, type TimetableChangeResult } from "../stored.ts";
import { getCurrentYear, formatLessonTitles, lockCurrentEmployee } from "../timetable-of.server.ts";
import { NO_REMAINING_ENTRIES, type RemainingEntries } from "../timetable.rules.ts";

export type SubjectAndClass = { subjectId: number; classId: number };

type LessonStored = TimetableChangeResult<{ lessonId: number } & RemainingEntries>;

type Asked = SubjectAndClass & {
  employeeId: number;
  /** The lesson as the form showed it; null for a new lesson. */
  was: SubjectAndClass | null;
  /** Whether the form showed the lesson as chosen by students; null for an API call, which does not send it. */
  wasByChoice: boolean | null;
  /** Whether students choose the lesson. Null keeps the setting; a new lesson is then for the whole class. */
  byChoice: boolean | null;
};

/**
 * Adds or changes an employee's lesson this year. A lesson with marks never changes its subject or class: it ends and
 * keeps its marks, and a new lesson begins.
 * @throws notFound
 */
export function saveLesson(person: Person, input: Asked): Promise<LessonStored> {
  return termTransaction(person, async (t) => {
    await lockCurrentEmployee(input.employeeId, t);
    const fault = await faultOf(input, t);
    if (fault) return fault;
    const stored = input.was && (await lockedLesson({ ...input.was, employeeId: input.employeeId }, t));
    if (input.was && (!stored || isOverwritten(stored, input)))
      return timetableRefusal(409, "lesson", "This lesson has been changed or deleted.");
    if (stored && isSame(input.was, input)) return changedInPlace(stored, input, t);
    const saved = await replaced(stored, input, t);
    if (saved.ok) await noteLesson(person, { employeeId: input.employeeId, lessonId: saved.lessonId }, t);
    return saved;
  });
}

function noteLesson(
  person: Person,
  { employeeId, lessonId }: { employeeId: number; lessonId: number },
  t: TermTransaction,
): Promise<void> {
  const what = () => formatLessonTitles({ employeeId, lessonIds: [lessonId] }, t);
  return logOwnTeachingChange(person, { employeeId, what }, t);
}

/** Removes a lesson from the timetable. Marks given in it are kept. @throws notFound */
export function deleteLesson(
  person: Person,
  input: SubjectAndClass & { employeeId: number },
): Promise<TimetableChangeResult<RemainingEntries>> {
  return termTransaction(person, async (t) => {
    await lockCurrentEmployee(input.employeeId, t);
    const stored = await lockedLesson(input, t);
    if (!stored) return timetableRefusal(409, "lesson", "This lesson has already been deleted.");
    return { ok: true, ...(await takeOut(stored.lesson_id, t)) };
  });
}

type StoredLesson = { lesson_id: number; by_choice: boolean };

/** Returns why the lesson cannot be saved, or null. It may keep a subject that is no longer taught. */
async function faultOf(
  { was, subjectId, classId }: Asked,
  t: TermTransaction,
): Promise<TimetableChangeRefusal | null> {
  const { academic_year_id: academicYearId } = await getCurrentYear(t);
  const subjects = await listActiveSubjects(t);
  const isKnown = was?.subjectId === subjectId || subjects.some(({ subject_id }) => subject_id === subjectId);
  if (!isKnown) return timetableRefusal(422, "subject_id", "This subject is not in the school’s list.");
  const classes = await listClassesWithFormTeacher({ academicYearId, formClassId: null }, t);
  if (!classes.some(({ class_id }) => class_id === classId))
    return timetableRefusal(422, "class_id", "The school has no such class this year.");
  return null;
}

async function lockedLesson(
  of: SubjectAndClass & { employeeId: number },
  t: TermTransaction,
): Promise<StoredLesson | null> {
  const found = await lessons.lockLesson(of, t);
  return found?.ended_on === null ? found : null;
}

function isSame(one: SubjectAndClass | null, other: SubjectAndClass): boolean {
  return one?.subjectId === other.subjectId && one.classId === other.classId;
}

/** Whether a colleague has changed the lesson since the form was opened. Two equal changes are not a conflict. */
function isOverwritten({ by_choice }: StoredLesson, { byChoice, wasByChoice }: Asked): boolean {
  return wasByChoice !== null && by_choice !== wasByChoice && by_choice !== byChoice;
}

async function changedInPlace(
  { lesson_id: lessonId, by_choice }: StoredLesson,
  { subjectId, classId, byChoice }: Asked,
  t: TermTransaction,
): Promise<Extract<LessonStored, { ok: true }>> {
  const changed = { lessonId, subjectId, classId, byChoice: byChoice ?? by_choice };
  await lessons.updateLesson(changed, t);
  return { ok: true, lessonId, ...NO_REMAINING_ENTRIES };
}

/** Replaces a lesson with one in another subject or class, or reopens the earlier lesson with its marks. */
async function replaced(
  stored: StoredLesson | null,
  input: Asked,
  t: TermTransaction,
): Promise<LessonStored> {
  const target = await lessons.lockLesson(input, t);
  if (target?.ended_on === null)
    return timetableRefusal(422, "lesson", "This lesson is already in the list.");
  const under = stored && (await lessons.countLessonDependents(stored.lesson_id, t));
  if (stored && under?.traces === 0 && !target)
    return { ...(await changedInPlace(stored, input, t)), left: under.chosen };
  const left = stored ? await takeOut(stored.lesson_id, t) : NO_REMAINING_ENTRIES;
  const byChoice = input.byChoice ?? stored?.by_choice ?? false;
  if (!target) return { ok: true, ...left, lessonId: await lessons.createLesson({ ...input, byChoice }, t) };
  await lessons.resumeLesson({ lessonId: target.lesson_id, byChoice }, t);
  return { ok: true, ...left, lessonId: target.lesson_id };
}

async function takeOut(lessonId: number, t: TermTransaction): Promise<RemainingEntries> {
  const { traces, students: kept, chosen: left } = await lessons.countLessonDependents(lessonId, t);
  await (traces === 0 ? lessons.deleteLesson(lessonId, t) : lessons.endLesson(lessonId, t));
  return { kept, left };
}
