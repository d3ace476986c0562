import { z } from "zod";
import {
  handleFormFields,
  formSucceededWithResult,
  formSucceeded,
  rejected,
  stale,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import { calendarDayFieldSchema } from "#access/forms/form-values.schema.server.ts";
import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { parseId } from "#domain/paths.ts";
import { badRequest } from "#runtime/errors.ts";
import { FORM_ID_FIELD, KEEP_OPEN } from "#domain/form-reply.ts";
import { UNDO_SECONDS } from "#domain/messages.ts";
import { deleteTimetableLesson, saveLesson, type LessonDeletion } from "./lessons/save-lesson.server.ts";
import { setDeanClass, setDeanClasses } from "./classes/dean-classes.server.ts";
import { setFormOrCoTeacher, type ExistingOrNewClass } from "./classes/set-teacher-class.server.ts";
import { deletedLessonUrl } from "./params.rules.ts";
import { timetableRefusal, type TimetableChangeResult } from "./stored.ts";
import {
  describeDeletedLessons,
  NO_AFFECTED_STUDENTS,
  type AffectedStudentCounts,
  type TimetableReplyValue,
} from "./timetable.rules.ts";
import { getCurrentYear } from "./timetable-of.server.ts";
import {
  DEAN_CLASSES_FORM,
  FIRST_BLANK_LESSON_FORM_NAME,
  TIMETABLE_INTENTS,
  CHOOSE_SUBJECT_AND_CLASS,
  NEW_CLASS_PREFIX,
  NEW_LESSON_FORM_NAME,
  TEACHER_CLASS_FORM,
  WARNED_LESSON_FIELD,
} from "./timetable.ts";

const chosenId = z.string().optional().transform(parseId);
const stays = z.literal("1").optional();
const NO_DAY = "Enter a date, like 7 September 2026.";

const lesson = {
  [KEEP_OPEN]: stays,
  was_subject: chosenId,
  was_class: chosenId,
  was_by_choice: z.boolean().default(false),
  subject_id: chosenId,
  class_id: chosenId,
  by_choice: z.boolean().default(false),
  [WARNED_LESSON_FIELD]: z.string().default(""),
};

const ids = z
  .string()
  .default("")
  .transform((joined) => joined.split("\n").filter((id) => id !== ""));

const TimetableForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal(TIMETABLE_INTENTS.saveLesson), ...lesson }),
  z.object({ intent: z.literal(TIMETABLE_INTENTS.deleteLesson), ...lesson }),
  z.object({
    intent: z.literal(TIMETABLE_INTENTS.setClass),
    [KEEP_OPEN]: stays,
    class: z.string().default(""),
    role: z.enum(["lead", "co-teacher"]).default("lead"),
    from: calendarDayFieldSchema(NO_DAY).optional(),
    takes_over: z.enum(["1", "0"]).optional(),
    shown: z.string().default(""),
  }),
  z.object({ intent: z.literal(TIMETABLE_INTENTS.setDeans), [KEEP_OPEN]: stays, deans: ids, was: ids }),
  z.object({
    intent: z.literal(TIMETABLE_INTENTS.setDean),
    [KEEP_OPEN]: stays,
    form_class_id: z.string(),
    is_dean: z.enum(["1", "0"]),
  }),
]);

type Input = z.output<typeof TimetableForm>;
type InputOf<Intent extends Input["intent"]> = Extract<Input, { intent: Intent }>;
type Posted = { person: Person; employeeId: number; form: FormData; url: string };

/**
 * Handles a form of the dialog. The reply contains the numbers of students affected by a deleted lesson; without
 * JavaScript the page at `url` shows them.
 * @throws notFound, badRequest for a form that the dialog does not have
 */
export function submitTimetable({ form, url, ...of }: Posted) {
  if (!form.has(FORM_ID_FIELD)) form.set(FORM_ID_FIELD, formOfOldPage(Object.fromEntries(form)));
  return handleFormFields(
    withFormClasses(form),
    TimetableForm,
    async (input): Promise<FormOutcome<TimetableReplyValue>> => {
      const stored = await store(of, input);
      if (!stored.ok)
        return stored.status === 409 ? stale(stored.fault) : rejected({ [stored.field]: stored.fault });
      const left = "kept" in stored ? { kept: stored.kept, left: stored.left } : NO_AFFECTED_STUDENTS;
      const deleted = "deleted" in stored ? stored.deleted : null;
      if (input[KEEP_OPEN]) return formSucceededWithResult({ ...left, deleted });
      const to = deletedLessonUrl(url, left);
      return deleted
        ? formSucceeded(to, describeDeletedLessons(deleted), { undo: deleted.undo, seconds: UNDO_SECONDS })
        : formSucceeded(to);
    },
  );
}

/** Returns the form's id for a page loaded before an update, which sends a lesson's id or `new` instead. */
function formOfOldPage({ intent, lesson: named }: Readonly<Record<string, FormDataEntryValue>>): string {
  if (intent === TIMETABLE_INTENTS.setClass) return TEACHER_CLASS_FORM;
  if (intent === TIMETABLE_INTENTS.setDeans) return DEAN_CLASSES_FORM;
  return typeof named === "string" && named !== NEW_LESSON_FORM_NAME ? named : FIRST_BLANK_LESSON_FORM_NAME;
}

/** Combines the form dean's checkboxes into one field, because a form class may have any characters in its name. */
function withFormClasses(form: FormData): [string, FormDataEntryValue][] {
  const named = (prefix: string) =>
    [...form.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  return [...form, ["deans", named("dean ").join("\n")], ["was", named("was ").join("\n")]];
}

type Of = Pick<Posted, "person" | "employeeId">;

function store(
  of: Of,
  input: Input,
): Promise<
  | TimetableChangeResult
  | TimetableChangeResult<AffectedStudentCounts>
  | TimetableChangeResult<AffectedStudentCounts & { deleted: LessonDeletion }>
> {
  const { person, employeeId } = of;
  switch (input.intent) {
    case TIMETABLE_INTENTS.saveLesson:
      return storeLesson(of, input);
    case TIMETABLE_INTENTS.deleteLesson: {
      const was = lessonBefore(input);
      if (!was) throw badRequest();
      return deleteTimetableLesson(person, { employeeId, ...was });
    }
    case TIMETABLE_INTENTS.setClass:
      return storeClass(of, input);
    case TIMETABLE_INTENTS.setDeans:
      return setDeanClasses(person, { employeeId, formClassIds: input.deans, shown: input.was });
    case TIMETABLE_INTENTS.setDean: {
      const { form_class_id: formClassId, is_dean } = input;
      return setDeanClass(person, { employeeId, formClassId, isDean: is_dean === "1" });
    }
  }
}

async function storeLesson(
  { person, employeeId }: Of,
  input: InputOf<"save-lesson">,
): Promise<TimetableChangeResult<AffectedStudentCounts>> {
  const { subject_id: subjectId, class_id: classId, by_choice: byChoice, was_by_choice: wasByChoice } = input;
  if (subjectId === null || classId === null)
    return timetableRefusal(422, "lesson", CHOOSE_SUBJECT_AND_CLASS);
  const was = lessonBefore(input);
  const told = input[WARNED_LESSON_FIELD];
  return saveLesson(person, { employeeId, was, wasByChoice, subjectId, classId, byChoice, told });
}

function lessonBefore({
  was_subject: subjectId,
  was_class: classId,
}: InputOf<"save-lesson" | "delete-lesson">) {
  return subjectId !== null && classId !== null ? { subjectId, classId } : null;
}

async function storeClass(
  { person, employeeId }: Of,
  input: InputOf<"set-class">,
): Promise<TimetableChangeResult> {
  const { role, takes_over: takesOver, shown } = input;
  const { academic_year_id: academicYearId } = await getCurrentYear(noTransaction);
  const from = takesOver === "1" ? (input.from ?? null) : null;
  if (takesOver === "1" && from === null) return timetableRefusal(422, "from", NO_DAY);
  const isLead = takesOver === undefined ? role === "lead" : takesOver === "1";
  const wanted = wantedIn(input.class);
  return setFormOrCoTeacher(person, { employeeId, academicYearId, wanted, isLead, from, shown });
}

function wantedIn(text: string): ExistingOrNewClass | null {
  if (text.startsWith(NEW_CLASS_PREFIX)) return { newOf: text.slice(NEW_CLASS_PREFIX.length) };
  const classId = parseId(text);
  if (text !== "" && classId === null) throw badRequest();
  return classId === null ? null : { classId };
}
