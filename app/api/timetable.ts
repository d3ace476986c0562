import { z } from "zod";
import { listDeans, readDeanClasses } from "#features/employees/timetable/classes/read-deans.server.ts";
import { meantClass, meantLesson } from "#features/employees/timetable/lessons/meant-class.server.ts";
import { deleteLesson, saveLesson } from "#features/employees/timetable/lessons/save-lesson.server.ts";
import { setDeanClasses } from "#features/employees/timetable/classes/set-dean-classes.server.ts";
import { setTeacherClass } from "#features/employees/timetable/classes/set-teacher-class.server.ts";
import { wantedByCall } from "#features/employees/timetable/classes/wanted-class.server.ts";
import type { Refused } from "#features/employees/timetable/stored.ts";
import { leftWords } from "#features/employees/timetable/timetable.rules.ts";
import { notFound } from "#runtime/errors.ts";
import { endpoint, lookUp, type Endpoint, type Reply } from "./dispatch/endpoint.ts";
import { calendarDay, id, name } from "./dispatch/wire.ts";

/** True or false, as JSON has it or as a form sends it. */
const yesOrNo = z.union([z.boolean(), z.stringbool()], { error: "This must be true or false." });

/** `class_id` is ours: in a primary school a form class can mean two classes. */
const ofClass = { form_class_id: name.nullish(), class_id: id.nullish() };
const NAME_THE_CLASS = { path: ["form_class_id"], error: "Name the class: form_class_id, or class_id." };

const Lesson = z.object({ employee_id: id, subject_id: id.nullish(), ...ofClass });
const NewLesson = Lesson.extend({
  new_subject_id: id.nullish(),
  new_form_class_id: name.nullish(),
  new_class_id: id.nullish(),
  by_choice: yesOrNo.optional(),
});

/** `lesson_id` is ours. */
const LessonSaved = z.strictObject({ message: z.string(), lesson_id: z.int() });
const Said = z.strictObject({ message: z.string() });

const FormTeacher = z.object({
  employee_id: id,
  academic_year_id: id,
  /** Null for no class. */
  form_class_id: name.nullish(),
  class_id: id.nullish(),
  /** A class of their own beside those that the form class has. */
  new_class: yesOrNo.default(false),
  co_teacher: yesOrNo.default(false),
  from: calendarDay().nullish(),
});

const FormTeacherSaved = z.strictObject({
  message: z.string(),
  employee_id: z.int(),
  academic_year_id: z.int(),
  class_id: z.int().nullable(),
  class: z.string(),
});

const Dean = z.strictObject({ employee_id: z.int(), form_classes: z.array(z.string()) });

export const TIMETABLE: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/teacher-lesson",
    access: "employees",
    body: NewLesson,
    reply: LessonSaved,
    answer: async ({ person, body }) => {
      const meant = await lessonSent(body);
      if (!meant.ok) return answerRefused(meant);
      const byChoice = body.by_choice ?? null;
      const saved = await saveLesson(person, { ...meant, wasByChoice: null, byChoice });
      if (!saved.ok) return answerRefused(saved);
      return {
        status: 200,
        body: { message: `Saved. ${leftWords(saved)}`.trim(), lesson_id: saved.lessonId },
      };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/delete-teacher-lesson",
    access: "employees",
    body: Lesson.extend({ subject_id: id }).refine(namesClass, NAME_THE_CLASS),
    reply: Said,
    answer: async ({ person, body }) => {
      const employeeId = body.employee_id;
      const meant = await meantLesson(employeeId, { ...named(body), subjectId: body.subject_id });
      if (!meant) throw notFound("There is no such lesson.");
      if (!meant.ok) return answerRefused(meant);
      const deleted = await deleteLesson(person, { ...meant, employeeId });
      if (!deleted.ok) return answerRefused(deleted);
      return { status: 200, body: { message: `Deleted. ${leftWords(deleted)}`.trim() } };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/form-teacher-class",
    access: "employees",
    body: FormTeacher,
    reply: FormTeacherSaved,
    answer: async ({ person, body }) => {
      const { employee_id, academic_year_id } = body;
      const of = { employeeId: employee_id, academicYearId: academic_year_id };
      const meant = await wantedByCall({
        ...named(body),
        isNew: body.new_class,
        academicYearId: academic_year_id,
      });
      if (!meant.ok) return answerRefused(meant);
      const asked = { ...of, wanted: meant.wanted, isLead: !body.co_teacher, from: body.from ?? null };
      const saved = await setTeacherClass(person, { ...asked, shown: null });
      if (!saved.ok) return answerRefused(saved);
      const { classId: class_id, label } = saved;
      return {
        status: 200,
        body: { message: "Saved.", employee_id, academic_year_id, class_id, class: label },
      };
    },
  }),
  lookUp({
    path: "/api/form-dean-assignments",
    reply: z.array(Dean),
    read: async ({ person }) => (await listDeans(person)).map(deanOnTheWire),
  }),
  lookUp({
    path: "/api/form-dean-assignments/:employee",
    params: z.object({ employee: id }),
    reply: Dean,
    read: async ({ person, params }) => deanOnTheWire(await readDeanClasses(person, params.employee)),
  }),
  endpoint({
    method: "POST",
    path: "/api/form-dean-assignments",
    access: "employees",
    body: z.object({ employee_id: id, form_classes: formClassList() }),
    reply: Dean,
    answer: async ({ person, body: { employee_id, form_classes } }) => {
      const asked = { employeeId: employee_id, formClassIds: form_classes, shown: null };
      const saved = await setDeanClasses(person, asked);
      if (!saved.ok) return answerRefused(saved);
      return { status: 200, body: deanOnTheWire(await readDeanClasses(person, employee_id)) };
    },
  }),
];

/** A list, or as other lists of the specification go: joined by commas. */
function formClassList() {
  const joined = z.string().transform((text) =>
    text
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean),
  );
  return z.union([z.array(name).max(200), joined], { error: "This must be a list of form classes." });
}

type ClassNamed = { form_class_id?: string | null | undefined; class_id?: number | null | undefined };

function named({ form_class_id, class_id }: ClassNamed) {
  return { formClassId: form_class_id ?? null, classId: class_id ?? null };
}

function namesClass({ form_class_id, class_id }: ClassNamed): boolean {
  return form_class_id != null || class_id != null;
}

/** A lesson that is changed is named twice: as it is, and as it is to be. What is not said anew stays. */
async function lessonSent(body: z.output<typeof NewLesson>) {
  const { employee_id: employeeId, subject_id, new_subject_id } = body;
  const old = named(body);
  const wanted = named({ form_class_id: body.new_form_class_id, class_id: body.new_class_id });
  const isChange = subject_id != null && namesClass(body) && (new_subject_id != null || hasClass(wanted));
  const was = isChange ? await meantLesson(employeeId, { ...old, subjectId: subject_id }) : null;
  if (isChange && !was) throw notFound("There is no such lesson.");
  if (was && !was.ok) return was;
  const subjectId = new_subject_id ?? subject_id;
  if (subjectId == null) return missing("subject_id", "This is missing.");
  const meant = hasClass(wanted) || !was ? await classSent(hasClass(wanted) ? wanted : old) : was;
  return meant.ok ? { ok: true as const, employeeId, was, subjectId, classId: meant.classId } : meant;
}

type Named = ReturnType<typeof named>;

function hasClass({ formClassId, classId }: Named): boolean {
  return formClassId !== null || classId !== null;
}

async function classSent(given: Named) {
  return hasClass(given) ? meantClass(given) : missing(NAME_THE_CLASS.path[0] ?? "", NAME_THE_CLASS.error);
}

function missing(field: string, fault: string): Refused {
  return { ok: false, status: 422, field, fault };
}

function answerRefused({ status, field, fault }: Refused): Reply<never> {
  return { status, body: { message: fault, errors: { [field]: [fault] } } };
}

type DeanClasses = { employeeId: number; formClassIds: readonly string[] };

function deanOnTheWire({ employeeId, formClassIds }: DeanClasses): z.input<typeof Dean> {
  return { employee_id: employeeId, form_classes: [...formClassIds] };
}
