import { z } from "zod";
import {
  answerFields,
  doneHere,
  done,
  rejected,
  stale,
  type Outcome,
} from "#access/forms/answer-form.server.ts";
import { day } from "#access/forms/form-values.schema.server.ts";
import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { parseId } from "#domain/paths.ts";
import { badRequest } from "#runtime/errors.ts";
import { FORM_ID, KEEP_OPEN } from "#domain/form-reply.ts";
import { deleteLesson, saveLesson } from "./lessons/save-lesson.server.ts";
import { setDeanClass, setDeanClasses } from "./classes/dean-classes.server.ts";
import { setTeacherClass, type WantedClass } from "./classes/set-teacher-class.server.ts";
import { deletedLessonUrl } from "./params.rules.ts";
import { refused, type Stored } from "./stored.ts";
import { NOTHING_LEFT, type RemainingEntries } from "./timetable.rules.ts";
import { currentYear } from "./timetable-of.server.ts";
import {
  DEAN_CLASSES,
  FIRST_BLANK,
  INTENTS,
  NEEDS_BOTH,
  NEW_CLASS,
  NEW_LESSON,
  TEACHER_CLASS,
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
};

const ids = z
  .string()
  .default("")
  .transform((joined) => joined.split("\n").filter((id) => id !== ""));

const TimetableForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal(INTENTS.saveLesson), ...lesson }),
  z.object({ intent: z.literal(INTENTS.deleteLesson), ...lesson }),
  z.object({
    intent: z.literal(INTENTS.setClass),
    [KEEP_OPEN]: stays,
    class: z.string().default(""),
    role: z.enum(["lead", "co-teacher"]).default("lead"),
    from: day(NO_DAY).optional(),
    takes_over: z.enum(["1", "0"]).optional(),
    shown: z.string().default(""),
  }),
  z.object({ intent: z.literal(INTENTS.setDeans), [KEEP_OPEN]: stays, deans: ids, was: ids }),
  z.object({
    intent: z.literal(INTENTS.setDean),
    [KEEP_OPEN]: stays,
    form_class_id: z.string(),
    is_dean: z.enum(["1", "0"]),
  }),
]);

type Input = z.output<typeof TimetableForm>;
type InputOf<Intent extends Input["intent"]> = Extract<Input, { intent: Intent }>;
type Posted = { person: Person; employeeId: number; form: FormData; url: string };

/**
 * Answers a form of the dialog. With script the page stays and reads from the reply what is left of a deleted lesson;
 * without script the page at `url` says so. @throws notFound, badRequest for a form that the dialog does not have
 */
export function postTimetable({ form, url, ...of }: Posted) {
  if (!form.has(FORM_ID)) form.set(FORM_ID, formOfOldPage(Object.fromEntries(form)));
  return answerFields(
    withFormClasses(form),
    TimetableForm,
    async (input): Promise<Outcome<RemainingEntries>> => {
      const stored = await store(of, input);
      if (!stored.ok)
        return stored.status === 409 ? stale(stored.fault) : rejected({ [stored.field]: stored.fault });
      const left = "kept" in stored ? { kept: stored.kept, left: stored.left } : NOTHING_LEFT;
      return input[KEEP_OPEN] ? doneHere(left) : done(deletedLessonUrl(url, left));
    },
  );
}

/** Returns the form's name for a page from before an update, which sent a lesson's id or `new` instead. */
function formOfOldPage({ intent, lesson: named }: Readonly<Record<string, FormDataEntryValue>>): string {
  if (intent === INTENTS.setClass) return TEACHER_CLASS;
  if (intent === INTENTS.setDeans) return DEAN_CLASSES;
  return typeof named === "string" && named !== NEW_LESSON ? named : FIRST_BLANK;
}

/** A form class can have any name, which may not be a field name: the boxes of the form deans become one field. */
function withFormClasses(form: FormData): [string, FormDataEntryValue][] {
  const named = (prefix: string) =>
    [...form.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  return [...form, ["deans", named("dean ").join("\n")], ["was", named("was ").join("\n")]];
}

type Of = Pick<Posted, "person" | "employeeId">;

function store(of: Of, input: Input): Promise<Stored | Stored<RemainingEntries>> {
  const { person, employeeId } = of;
  switch (input.intent) {
    case INTENTS.saveLesson:
      return storeLesson(of, input);
    case INTENTS.deleteLesson: {
      const was = lessonBefore(input);
      if (!was) throw badRequest();
      return deleteLesson(person, { employeeId, ...was });
    }
    case INTENTS.setClass:
      return storeClass(of, input);
    case INTENTS.setDeans:
      return setDeanClasses(person, { employeeId, formClassIds: input.deans, shown: input.was });
    case INTENTS.setDean: {
      const { form_class_id: formClassId, is_dean } = input;
      return setDeanClass(person, { employeeId, formClassId, isDean: is_dean === "1" });
    }
  }
}

async function storeLesson(
  { person, employeeId }: Of,
  input: InputOf<"save-lesson">,
): Promise<Stored<RemainingEntries>> {
  const { subject_id: subjectId, class_id: classId, by_choice: byChoice, was_by_choice: wasByChoice } = input;
  if (subjectId === null || classId === null) return refused(422, "lesson", NEEDS_BOTH);
  const was = lessonBefore(input);
  return saveLesson(person, { employeeId, was, wasByChoice, subjectId, classId, byChoice });
}

function lessonBefore({
  was_subject: subjectId,
  was_class: classId,
}: InputOf<"save-lesson" | "delete-lesson">) {
  return subjectId !== null && classId !== null ? { subjectId, classId } : null;
}

async function storeClass({ person, employeeId }: Of, input: InputOf<"set-class">): Promise<Stored> {
  const { role, takes_over: takesOver, shown } = input;
  const { academic_year_id: academicYearId } = await currentYear(noTransaction);
  const from = takesOver === "1" ? (input.from ?? null) : null;
  if (takesOver === "1" && from === null) return refused(422, "from", NO_DAY);
  const isLead = takesOver === undefined ? role === "lead" : takesOver === "1";
  const wanted = wantedIn(input.class);
  return setTeacherClass(person, { employeeId, academicYearId, wanted, isLead, from, shown });
}

function wantedIn(text: string): WantedClass | null {
  if (text.startsWith(NEW_CLASS)) return { newOf: text.slice(NEW_CLASS.length) };
  const classId = parseId(text);
  if (text !== "" && classId === null) throw badRequest();
  return classId === null ? null : { classId };
}
