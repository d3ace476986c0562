import { formatDate } from "#domain/dates.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { formatShortName } from "#domain/names.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import {
  shortenLabels,
  type SubmittedChoice,
  type NextYearTeacher,
  type CheckedChoices,
} from "./next-year.rules.ts";

type Working = NextYearTeacher & { works: boolean };

export type LessonWithNextTeacher = {
  lesson_id: number;
  subject_id: number;
  subject: string;
  class_id: number;
  class_label: string;
  ended_on: string | null;
  teacher: Working;
  is_own_class: boolean;
  substitute: NextYearTeacher | null;
  next_class_id: number | null;
  next_teachers: readonly NextYearTeacher[];
  next_teacher: Working | null;
};

/** All lessons of one teacher in a subject or, for a primary teacher, everything taught in the teacher's own class. */
export type CarriedLessonRow = {
  key: string;
  subject: string;
  classes: string;
  lessons: number;
  thisYear: string;
  /** The ids of next year's teachers when the page was loaded. `-` means no teacher. */
  was: string;
  /** The suggested teacher, or the teacher who already has all of the lessons next year. */
  next: number | null;
  /** The reason why the row needs a decision; null if the row is carried over unchanged. */
  why: string | null;
  /** The current substitute for some of the lessons, or null. */
  substitute: string | null;
  /**
   * Whether the lessons can be carried over: their class also exists next year, or they have already been carried over.
   */
  canCarry: boolean;
};

/** The row with its single lessons, which the page does not need. */
export type CarriedRowWithLessons = CarriedLessonRow & { carried: readonly LessonWithNextTeacher[] };

/** The first letter of the keys of rows for a teacher's own class. */
const OF_CLASS = "c";

/** Returns a short name of the row: the class for a teacher's own class, otherwise the subject. */
export function lessonRowName({
  key,
  classes,
  subject,
}: Pick<CarriedLessonRow, "key" | "classes" | "subject">): string {
  return key.startsWith(OF_CLASS) ? classes : subject;
}

/** Groups lessons by teacher and subject or, in a primary school, by the teacher's own class. */
export function groupLessons(
  lessons: readonly LessonWithNextTeacher[],
  flavour: SchoolFlavour,
): CarriedRowWithLessons[] {
  const groups = groupBy(lessons, ({ teacher, class_id, subject_id, is_own_class }) => {
    const what = flavour === "primary" && is_own_class ? `${OF_CLASS}${class_id}` : `s${subject_id}`;
    return `${what}-${teacher.employee_id}`;
  });
  const byClass = groupBy(lessons, ({ class_id }) => class_id);
  return [...groups].map(([key, carried]) => rowOf(key, carried, byClass));
}

type LessonsByClass = ReadonlyMap<number, readonly LessonWithNextTeacher[]>;

function rowOf(
  key: string,
  carried: readonly LessonWithNextTeacher[],
  byClass: LessonsByClass,
): CarriedRowWithLessons {
  return {
    key,
    carried,
    subject: subjectWords(carried, byClass),
    classes: shortenLabels(unique(carried.map(({ class_label }) => class_label))),
    lessons: carried.length,
    thisYear: carried[0] ? formatShortName(carried[0].teacher) : "",
    was: nowOf(carried),
    next: proposedFor(carried),
    why: whyLook(carried),
    substitute: substituteOf(carried),
    canCarry: carried.some(
      ({ next_class_id, next_teacher }) => next_class_id !== null || next_teacher !== null,
    ),
  };
}

function subjectWords(carried: readonly LessonWithNextTeacher[], byClass: LessonsByClass): string {
  const subjects = unique(carried.map(({ subject }) => subject));
  const [only = ""] = subjects;
  if (subjects.length === 1) return only;
  const classId = carried[0]?.class_id ?? 0;
  const ofClass = unique((byClass.get(classId) ?? []).map(({ subject }) => subject));
  return subjects.length === ofClass.length ? "All subjects" : formatCountOf(subjects.length, "subject");
}

/** The text in place of an id for a lesson without a teacher next year. */
const NOBODY = "-";

/** Returns next year's teachers as stored, in the format of the form's hidden field. */
function nowOf(carried: readonly LessonWithNextTeacher[]): string {
  return unique(carried.map(({ next_teacher }) => next_teacher?.employee_id ?? NOBODY))
    .toSorted()
    .join(" ");
}

function proposedFor(carried: readonly LessonWithNextTeacher[]): number | null {
  const held = unique(
    carried.flatMap(({ next_teacher }) => (next_teacher?.works ? [next_teacher] : [])).map(idOf),
  );
  const [only, ...others] = held;
  if (only !== undefined) return others.length === 0 ? only : null;
  const [first] = carried;
  if (!first) return null;
  const newLead = first.is_own_class ? ledBySomebodyElse(first) : null;
  if (newLead) return newLead.employee_id;
  return first.teacher.works && first.ended_on === null ? first.teacher.employee_id : null;
}

function idOf({ employee_id }: NextYearTeacher): number {
  return employee_id;
}

/** Returns next year's form teacher of the class, or null if this is still the same teacher. */
function ledBySomebodyElse({ next_teachers, teacher }: LessonWithNextTeacher): NextYearTeacher | null {
  const stays = next_teachers.some(({ employee_id }) => employee_id === teacher.employee_id);
  return stays ? null : (next_teachers[0] ?? null);
}

function substituteOf(carried: readonly LessonWithNextTeacher[]): string | null {
  const substitute = carried.find((lesson) => lesson.substitute && lesson.next_teacher)?.substitute;
  return substitute ? formatShortName(substitute) : null;
}

/** Returns the most serious reason why the row needs a decision, or null if there is none. */
function whyLook(carried: readonly LessonWithNextTeacher[]): string | null {
  const open = carried.filter(({ next_teacher }) => next_teacher === null);
  const gone = carried.find(({ next_teacher }) => next_teacher && !next_teacher.works)?.next_teacher;
  if (gone) return `${formatShortName(gone)} has left`;
  const [first] = open;
  if (first) return whyOpen(first, open.length < carried.length ? open.length : null);
  const moved = carried.find(
    (item) =>
      item.is_own_class &&
      item.next_teacher?.employee_id === item.teacher.employee_id &&
      ledBySomebodyElse(item),
  );
  const formTeacher = moved && ledBySomebodyElse(moved);
  return formTeacher ? `${formatShortName(formTeacher)} has the class next year` : null;
}

function whyOpen(lesson: LessonWithNextTeacher, some: number | null): string {
  const { teacher, ended_on, next_class_id, class_label } = lesson;
  if (next_class_id === null) return `${class_label} is not set up for next year`;
  if (ended_on !== null) return `ended on ${formatDate(ended_on)}, no teacher since`;
  if (!teacher.works) return `${formatShortName(teacher)} has left`;
  return some === null
    ? "no teacher next year"
    : `${formatCountOf(some, "lesson")} without a teacher next year`;
}

export const LEAVE_LESSONS_OUT_VALUE = "leave";

/** Returns the state of a row, as its hidden field describes it, after a choice was saved. */
export function toSavedLessonChoice(chosen: string): string {
  return chosen === LEAVE_LESSONS_OUT_VALUE ? NOBODY : chosen;
}

export function nextTeacherField(key: string): string {
  return `teacher-${key}`;
}

export function lessonTickBoxField(key: string): string {
  return `tick-${key}`;
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}

/** `leave` means that the lessons are left out. */
export type LessonsTeacherChange = { lessonIds: readonly number[]; employeeId: number | "leave" };

/** The choices of the ticked rows by row key. */
export type TickedLessonRows = ReadonlyMap<string, SubmittedChoice<string>>;

/** Checks the ticked rows and returns the rows that can be carried over. */
export function checkCarriedLessons(
  rows: readonly CarriedRowWithLessons[],
  ticked: TickedLessonRows,
  teachers: readonly NextYearTeacher[],
): CheckedChoices<LessonsTeacherChange> {
  const errors: Record<string, string> = {};
  const wanted = new Map<number, number | null>();
  let isStale = false;
  const changes = rows.flatMap((row) => {
    const sent = ticked.get(row.key);
    if (!sent) return [];
    if (!isAsSeen(row, sent)) {
      isStale = true;
      errors[nextTeacherField(row.key)] =
        `The teacher was changed while you had this page open. The teacher is now: ${whoHas(row, teachers)}. Check the teacher, then save again.`;
      return [];
    }
    const teacher = teachers.find(({ employee_id }) => String(employee_id) === sent.typed);
    if (!teacher && sent.typed !== LEAVE_LESSONS_OUT_VALUE) {
      errors[nextTeacherField(row.key)] = "Choose a teacher who works here.";
      return [];
    }
    if (!row.canCarry) {
      errors[nextTeacherField(row.key)] =
        "You cannot carry this lesson over because the class does not exist next year.";
      return [];
    }
    const employeeId = teacher?.employee_id ?? null;
    for (const { lesson_id } of row.carried) wanted.set(lesson_id, employeeId);
    return [
      {
        lessonIds: row.carried.map(({ lesson_id }) => lesson_id),
        employeeId: employeeId ?? LEAVE_LESSONS_OUT_VALUE,
      },
    ] as const;
  });
  return { errors: { ...twiceGiven(rows, wanted, ticked), ...errors }, isStale, changes };
}

/** Returns whether the row is unchanged since the person saw it, or already has the chosen teacher. */
function isAsSeen({ was: now }: CarriedLessonRow, { was, typed }: SubmittedChoice<string>): boolean {
  return was === now || toSavedLessonChoice(typed) === now;
}

/** Finds teachers who would have the same subject twice in one class. */
function twiceGiven(
  rows: readonly CarriedRowWithLessons[],
  wanted: ReadonlyMap<number, number | null>,
  ticked: TickedLessonRows,
): Record<string, string> {
  const seen = new Map<string, string>();
  const errors: Record<string, string> = {};
  for (const row of rows) {
    for (const lesson of row.carried) {
      const has = wanted.has(lesson.lesson_id)
        ? wanted.get(lesson.lesson_id)
        : (lesson.next_teacher?.employee_id ?? null);
      if (has === null || has === undefined || lesson.next_class_id === null) continue;
      const place = `${has} ${lesson.next_class_id} ${lesson.subject_id}`;
      const first = seen.get(place);
      if (first === undefined) seen.set(place, row.key);
      else
        errors[nextTeacherField(ticked.has(row.key) ? row.key : first)] =
          `This teacher already has ${lesson.subject}, ${lesson.class_label}. Choose another teacher.`;
    }
  }
  return errors;
}

function whoHas({ was }: CarriedLessonRow, teachers: readonly NextYearTeacher[]): string {
  const names = was.split(" ").map((id) => teachers.find(({ employee_id }) => String(employee_id) === id));
  const known = names.flatMap((name) => (name ? [formatShortName(name)] : []));
  return known.length > 0 ? known.join(", ") : "not chosen";
}
