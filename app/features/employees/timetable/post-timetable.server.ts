import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { parseForm } from "#access/posted-form.server.ts";
import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { idOf, isDay } from "#domain/paths.ts";
import { badRequest } from "#runtime/errors.ts";
import { deleteLesson, saveLesson, type TaughtClass } from "./lessons/save-lesson.server.ts";
import { setDeanClass, setDeanClasses } from "./classes/set-dean-classes.server.ts";
import { setTeacherClass, type WantedClass } from "./classes/set-teacher-class.server.ts";
import type { Stored } from "./stored.ts";
import { NOTHING_LEFT } from "./timetable.rules.ts";
import { currentYear } from "./timetable-of.server.ts";
import {
  DEAN_CLASSES,
  INTENTS,
  NEEDS_BOTH,
  NEW_CLASS,
  NEW_LESSON,
  TEACHER_CLASS,
  type Answer,
} from "./timetable.ts";

export type Posted = { status: 200 | 409 | 422; answer: Answer };

const LessonForm = z.object({
  lesson: z.string().optional(),
  was_subject: z.string().optional(),
  was_class: z.string().optional(),
  was_by_choice: z.enum(["on", ""]).optional(),
  subject_id: z.string().optional(),
  class_id: z.string().optional(),
  by_choice: z.literal("on").optional(),
});

const ClassForm = z.object({
  class: z.string().default(""),
  role: z.enum(["lead", "co-teacher"]).default("lead"),
  from: z.string().refine(isDay, "This is not a day of the calendar.").optional(),
  takes_over: z.enum(["1", "0"]).optional(),
  shown: z.string().default(""),
});

const DeanForm = z.object({ form_class_id: z.string(), is_dean: z.enum(["1", "0"]) });

/** What a form of the dialog asks for. @throws notFound, badRequest for what no form of it sends */
export function postTimetable(person: Person, employeeId: number, form: FormData): Promise<Posted> {
  const asked = { person, employeeId, form };
  switch (form.get("intent")) {
    case INTENTS.saveLesson:
      return postLesson(asked);
    case INTENTS.deleteLesson:
      return postDelete(asked);
    case INTENTS.setClass:
      return postClass(asked);
    case INTENTS.setDeans:
      return postDeans(asked);
    case INTENTS.setDean:
      return postDean(asked);
    default:
      throw badRequest();
  }
}

type Asked = { person: Person; employeeId: number; form: FormData };

async function postLesson({ person, employeeId, form }: Asked): Promise<Posted> {
  const sent = lessonIn(form);
  const { about, was, wasByChoice, subjectId, classId, byChoice } = sent;
  if (subjectId === null || classId === null) {
    return refusedOf({ status: 422, field: "lesson", fault: NEEDS_BOTH }, { about, form });
  }
  const saved = await saveLesson(person, { employeeId, was, wasByChoice, subjectId, classId, byChoice });
  if (!saved.ok) return refusedOf(saved, { about, form });
  return { status: 200, answer: { ok: true, about, kept: saved.kept, left: saved.left } };
}

async function postDelete({ person, employeeId, form }: Asked): Promise<Posted> {
  const { about, was } = lessonIn(form);
  if (!was) throw badRequest();
  const deleted = await deleteLesson(person, { employeeId, ...was });
  if (!deleted.ok) return refusedOf(deleted, { about, form });
  return { status: 200, answer: { ok: true, about, kept: deleted.kept, left: deleted.left } };
}

async function postClass({ person, employeeId, form }: Asked): Promise<Posted> {
  const sent = parseForm(form, ClassForm);
  const about = { about: TEACHER_CLASS, form };
  if (!sent.ok) {
    const [[field, fault] = ["class", ""]] = Object.entries(sent.errors);
    return refusedOf({ status: 422, field, fault }, about);
  }
  const { academic_year_id: academicYearId } = await currentYear(noTransaction);
  const { role, takes_over, shown } = sent.value;
  const from = takes_over === "1" ? (sent.value.from ?? null) : null;
  const isLead = takes_over === undefined ? role === "lead" : takes_over === "1";
  const wanted = wantedIn(sent.value.class);
  const of = { employeeId, academicYearId, wanted, isLead, from, shown };
  return answerOf(await setTeacherClass(person, of), about);
}

async function postDeans({ person, employeeId, form }: Asked): Promise<Posted> {
  const chosen = (prefix: string) =>
    [...form.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const asked = { employeeId, formClassIds: chosen("dean "), shown: chosen("was ") };
  return answerOf(await setDeanClasses(person, asked), { about: DEAN_CLASSES, form });
}

async function postDean({ person, employeeId, form }: Asked): Promise<Posted> {
  const sent = parseForm(form, DeanForm);
  if (!sent.ok) throw badRequest();
  const { form_class_id: formClassId, is_dean } = sent.value;
  const stored = await setDeanClass(person, { employeeId, formClassId, isDean: is_dean === "1" });
  return answerOf(stored, { about: DEAN_CLASSES, form });
}

function wantedIn(text: string): WantedClass | null {
  if (text.startsWith(NEW_CLASS)) return { newOf: text.slice(NEW_CLASS.length) };
  const classId = idOf(text);
  if (text !== "" && classId === null) throw badRequest();
  return classId === null ? null : { classId };
}

function lessonIn(form: FormData) {
  const sent = parseForm(form, LessonForm);
  if (!sent.ok) throw badRequest();
  const { lesson, was_subject, was_class, was_by_choice, subject_id, class_id, by_choice } = sent.value;
  return {
    about: lesson ?? NEW_LESSON,
    was: taughtIn(idOf(was_subject), idOf(was_class)),
    subjectId: idOf(subject_id),
    classId: idOf(class_id),
    byChoice: by_choice === "on",
    wasByChoice: was_by_choice === undefined ? null : was_by_choice === "on",
  };
}

function taughtIn(subjectId: number | null, classId: number | null): TaughtClass | null {
  return subjectId !== null && classId !== null ? { subjectId, classId } : null;
}

type Sent = { about: string; form: FormData };

function answerOf(stored: Stored, sent: Sent): Posted {
  if (!stored.ok) return refusedOf(stored, sent);
  return { status: 200, answer: { ok: true, about: sent.about, ...NOTHING_LEFT } };
}

type Refusal = { status: 409 | 422; field: string; fault: string };

function refusedOf({ status, field, fault }: Refusal, { about, form }: Sent): Posted {
  const words = `${status} ${STATUS_CODES[status]}`;
  return { status, answer: { ok: false, about, status: words, field, fault, typed: textsOf(form) } };
}

/** What was typed is shown again. */
function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
