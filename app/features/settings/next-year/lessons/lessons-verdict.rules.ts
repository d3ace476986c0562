import { shortName } from "#domain/names.ts";
import type { Posted, Verdict } from "../judge.rules.ts";
import { LEAVE_OUT, NOBODY, teacherField, type LessonRow, type LessonsOfRow } from "./lessons.rules.ts";
import type { Teacher } from "../next-year.rules.ts";

/** `leave` where nobody is to have them. */
export type NewTeacher = { lessonIds: readonly number[]; employeeId: number | "leave" };

/** What was sent of a ticked row; `typed` as its choice says it. */
export type Ticked = ReadonlyMap<string, Posted<string>>;

/** What of the ticked rows can be carried over. */
export function judgeLessons(
  rows: readonly LessonsOfRow[],
  ticked: Ticked,
  teachers: readonly Teacher[],
): Verdict<NewTeacher> {
  const errors: Record<string, string> = {};
  const wanted = new Map<number, number | null>();
  let isStale = false;
  const changes = rows.flatMap((row) => {
    const sent = ticked.get(row.key);
    if (!sent) return [];
    if (!isAsSeen(row, sent)) {
      isStale = true;
      errors[teacherField(row.key)] = `Somebody carried it over in the meantime: ${whoHas(row, teachers)}.`;
      return [];
    }
    const teacher = teachers.find(({ employee_id }) => String(employee_id) === sent.typed);
    if (!teacher && sent.typed !== LEAVE_OUT) {
      errors[teacherField(row.key)] = "Choose a teacher who works here.";
      return [];
    }
    if (!row.canCarry) {
      errors[teacherField(row.key)] = "Its class has none next year.";
      return [];
    }
    const employeeId = teacher?.employee_id ?? null;
    for (const { lesson_id } of row.carried) wanted.set(lesson_id, employeeId);
    return [
      { lessonIds: row.carried.map(({ lesson_id }) => lesson_id), employeeId: employeeId ?? LEAVE_OUT },
    ] as const;
  });
  return { errors: { ...twiceGiven(rows, wanted, ticked), ...errors }, isStale, changes };
}

/** A row that is ticked is carried over as it was seen, also by a choice that was not touched; or it is so already. */
function isAsSeen({ was: now }: LessonRow, { was, typed }: Posted<string>): boolean {
  return was === now || (typed === LEAVE_OUT ? NOBODY : typed) === now;
}

/** Nobody has a class twice in one subject. */
function twiceGiven(
  rows: readonly LessonsOfRow[],
  wanted: ReadonlyMap<number, number | null>,
  ticked: Ticked,
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
        errors[teacherField(ticked.has(row.key) ? row.key : first)] =
          `Has ${lesson.subject}, ${lesson.class_label} already.`;
    }
  }
  return errors;
}

function whoHas({ was }: LessonRow, teachers: readonly Teacher[]): string {
  const names = was.split(" ").map((id) => teachers.find(({ employee_id }) => String(employee_id) === id));
  const known = names.flatMap((each) => (each ? [shortName(each)] : []));
  return known.length > 0 ? known.join(", ") : "nobody";
}
