import type { UndoOutcome } from "#access/forms/undo-change.server.ts";
import { hasAccess } from "#access/permissions.ts";
import { logOwnTeachingChange } from "#access/own-teaching.server.ts";
import { insertUndoableChange, type UndoableChangeData } from "#db/queries/people/undoable-changes.ts";
import { lockColleagues } from "#db/queries/people/leaving.ts";
import { listActiveSubjects } from "#db/queries/school-subjects.ts";
import { listTaughtLessons } from "#db/queries/timetable/lessons-to-add.ts";
import { formatShortName } from "#domain/names.ts";
import { WARNED_LESSON_FIELD } from "../timetable.ts";
import * as lessons from "#db/queries/timetable/lesson-rows.ts";
import { listClassesWithFormTeacher } from "#db/queries/timetable/teacher-class.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { forbidden } from "#runtime/errors.ts";
import { timetableRefusal, type TimetableChangeRefusal, type TimetableChangeResult } from "../stored.ts";
import { getCurrentYear, formatLessonTitles, lockCurrentEmployee } from "../timetable-of.server.ts";
import { NO_AFFECTED_STUDENTS, type AffectedStudentCounts } from "../timetable.rules.ts";

export type SubjectAndClass = { subjectId: number; classId: number };

type LessonStored = TimetableChangeResult<{ lessonId: number } & AffectedStudentCounts>;

type Asked = SubjectAndClass & {
  employeeId: number;
  /** The lesson as the form showed it; null for a new lesson. */
  was: SubjectAndClass | null;
  /** Whether the form showed the lesson as chosen by students; null for an API call, which does not send it. */
  wasByChoice: boolean | null;
  /** Whether students choose the lesson. Null keeps the setting; a new lesson is then for the whole class. */
  byChoice: boolean | null;
  /**
   * The subject and class, such as `33-12`, for which the form has already warned that somebody else teaches the
   * subject, or null for an API call, which is not warned.
   */
  told?: string | null;
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
    const question = await askAboutColleagues(input, t);
    if (question) return question;
    const stored = input.was && (await lockedLesson({ ...input.was, employeeId: input.employeeId }, t));
    if (input.was && (!stored || isOverwritten(stored, input)))
      return timetableRefusal(
        409,
        "lesson",
        "This lesson was changed or deleted while you had it open. Check the timetable, then try again.",
      );
    if (stored && isSame(input.was, input)) return changedInPlace(stored, input, t);
    const saved = await replaced(stored, input, t);
    if (saved.ok) await noteLesson(person, { employeeId: input.employeeId, lessonId: saved.lessonId }, t);
    return saved;
  });
}

/** Asks before a second teacher gets a subject in a class, unless students choose between the two teachers. */
async function askAboutColleagues(
  { employeeId, subjectId, classId, byChoice, was, told = null }: Asked,
  t: TermTransaction,
): Promise<TimetableChangeRefusal | null> {
  const isKnown = told === null || told === `${subjectId}-${classId}`;
  if (isKnown || isSame(was, { subjectId, classId })) return null;
  const others = await describeColleagues({ employeeId, subjectId, classId, byChoice }, t);
  return others === null
    ? null
    : timetableRefusal(422, WARNED_LESSON_FIELD, `${others} Press Save to add a second teacher.`);
}

/**
 * Returns a message that names the colleagues who already have the subject in the class. Returns null if nobody has
 * it, or if the lesson is the employee's own.
 */
async function describeColleagues(
  { employeeId, subjectId, classId, byChoice }: Pick<Asked, "employeeId" | "byChoice"> & SubjectAndClass,
  t: TermTransaction,
): Promise<string | null> {
  const { academic_year_id: academicYearId } = await getCurrentYear(t);
  const taught = await listTaughtLessons({ academicYearId, subjectId }, t);
  const there = taught.filter(({ class_id }) => class_id === classId);
  const others = there.filter(({ by_choice }) => !(by_choice && byChoice));
  const isOwn = there.some(({ employee_id }) => employee_id === employeeId);
  if (isOwn || others.length === 0) return null;
  const names = others.map((lesson) => formatShortName(lesson)).join(" and ");
  return `${names} already ${others.length === 1 ? "teaches" : "teach"} this lesson.`;
}

function noteLesson(
  person: Person,
  { employeeId, lessonId }: { employeeId: number; lessonId: number },
  t: TermTransaction,
): Promise<void> {
  const what = () => formatLessonTitles({ employeeId, lessonIds: [lessonId] }, t);
  return logOwnTeachingChange(person, { employeeId, what }, t);
}

/** The lesson in words, and the id of the change, which its author can undo for a day. */
export type LessonDeletion = { titles: string; undo: number };

/** Removes a lesson from the timetable. Marks given in it are kept. @throws notFound */
export function deleteTimetableLesson(
  person: Person,
  { employeeId, subjectId, classId }: SubjectAndClass & { employeeId: number },
): Promise<TimetableChangeResult<AffectedStudentCounts & { deleted: LessonDeletion }>> {
  return termTransaction(person, async (t) => {
    await lockCurrentEmployee(employeeId, t);
    const stored = await lockedLesson({ employeeId, subjectId, classId }, t);
    if (!stored) return timetableRefusal(409, "lesson", "This lesson is already deleted. Check the list.");
    const titles = await formatLessonTitles({ employeeId, lessonIds: [stored.lesson_id] }, t);
    const left = await takeOut(stored.lesson_id, t);
    const change = { kind: "lesson", employeeId, subjectId, classId, byChoice: stored.by_choice } as const;
    const undo = await insertUndoableChange(
      { accountId: person.accountId, title: `${titles} deleted`, change },
      t,
    );
    return { ok: true, ...left, deleted: { titles, undo } };
  });
}

type NewLesson = SubjectAndClass & { employeeId: number; byChoice: boolean };

/** Adds a lesson. Lock the employee first. Returns why it cannot be added, or null. */
export async function addLesson(
  lesson: NewLesson,
  t: TermTransaction,
): Promise<TimetableChangeRefusal | null> {
  const input = { ...lesson, wasByChoice: null, was: null };
  const fault = await faultOf(input, t);
  if (fault) return fault;
  const saved = await replaced(null, input, t);
  return saved.ok ? null : saved;
}

type DeletedLesson = Extract<UndoableChangeData, { kind: "lesson" }>;

/**
 * Puts a deleted lesson back into the timetable, with its marks. The message names anybody else who has the lesson by
 * now.
 * @throws forbidden
 */
export async function undoDeletedLesson(
  person: Person,
  { title, change }: { title: string; change: DeletedLesson },
  t: TermTransaction,
): Promise<UndoOutcome> {
  if (!hasAccess("employees", person)) throw forbidden();
  const { employeeId, subjectId, classId, byChoice } = change;
  const isEmployed = (await lockColleagues([employeeId], t)).length > 0;
  if (!isEmployed)
    return { isUndone: false, message: `Undo failed: ${title}. The teacher has since left the school.` };
  const others = await describeColleagues({ employeeId, subjectId, classId, byChoice }, t);
  const fault = await addLesson({ employeeId, subjectId, classId, byChoice }, t);
  if (fault) return { isUndone: false, message: `Undo failed: ${fault.fault}` };
  const pairs = [`${subjectId}-${classId}`];
  await logOwnTeachingChange(
    person,
    { employeeId, what: () => formatLessonTitles({ employeeId, pairs }, t) },
    t,
  );
  return { isUndone: true, message: `Undone: ${title}.${others === null ? "" : ` ${others}`}` };
}

type StoredLesson = { lesson_id: number; by_choice: boolean };

/** Returns why the lesson cannot be saved, or null. A lesson may keep a subject that is no longer taught. */
async function faultOf(
  { was, subjectId, classId }: Asked,
  t: TermTransaction,
): Promise<TimetableChangeRefusal | null> {
  const { academic_year_id: academicYearId } = await getCurrentYear(t);
  const subjects = await listActiveSubjects(t);
  const isKnown = was?.subjectId === subjectId || subjects.some(({ subject_id }) => subject_id === subjectId);
  if (!isKnown)
    return timetableRefusal(
      422,
      "subject_id",
      "This subject is not in the school’s list. Choose a subject from the list.",
    );
  const classes = await listClassesWithFormTeacher({ academicYearId, formClassId: null }, t);
  if (!classes.some(({ class_id }) => class_id === classId))
    return timetableRefusal(
      422,
      "class_id",
      "The school does not have this class this year. Choose another class.",
    );
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

/**
 * Tells whether a colleague has changed the lesson since the form was opened. Two equal changes are not a conflict.
 */
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
  return { ok: true, lessonId, ...NO_AFFECTED_STUDENTS };
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
  const left = stored ? await takeOut(stored.lesson_id, t) : NO_AFFECTED_STUDENTS;
  const byChoice = input.byChoice ?? stored?.by_choice ?? false;
  if (!target) return { ok: true, ...left, lessonId: await lessons.createLesson({ ...input, byChoice }, t) };
  await lessons.resumeLesson({ lessonId: target.lesson_id, byChoice }, t);
  return { ok: true, ...left, lessonId: target.lesson_id };
}

async function takeOut(lessonId: number, t: TermTransaction): Promise<AffectedStudentCounts> {
  const { traces, students: kept, chosen: left } = await lessons.countLessonDependents(lessonId, t);
  await (traces === 0 ? lessons.deleteLesson(lessonId, t) : lessons.endLesson(lessonId, t));
  return { kept, left };
}
