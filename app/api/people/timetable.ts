import { z } from "zod";
import {
  findReferencedLesson,
  resolveRequestedClass,
  findReferencedClass,
} from "#features/employees/timetable/lessons/referenced-class.server.ts";
import {
  deleteTimetableLesson,
  saveLesson,
} from "#features/employees/timetable/lessons/save-lesson.server.ts";
import {
  listDeans,
  readDeanClasses,
  setDeanClasses,
} from "#features/employees/timetable/classes/dean-classes.server.ts";
import { setFormOrCoTeacher } from "#features/employees/timetable/classes/set-teacher-class.server.ts";
import type { TimetableChangeRefusal } from "#features/employees/timetable/stored.ts";
import { describeAffectedStudents } from "#features/employees/timetable/timetable.rules.ts";
import { notFound } from "#runtime/errors.ts";
import {
  defineEndpoint,
  defineSignedInGet,
  type Endpoint,
  type EndpointReply,
} from "../dispatch/endpoint.ts";
import { calendarDaySchema, idSchema, nameSchema } from "../dispatch/wire.ts";

const yesOrNo = z.union([z.boolean(), z.stringbool()], { error: "This must be true or false." });

/** `class_id` is needed because in a primary school two classes can share a form class name. */
const ofClass = { form_class_id: nameSchema.nullish(), class_id: idSchema.nullish() };
const NAME_THE_CLASS = {
  path: ["form_class_id"],
  error: "Give the class: form_class_id or class_id.",
};

const Lesson = z.object({ employee_id: idSchema, subject_id: idSchema.nullish(), ...ofClass });
const NewLesson = Lesson.extend({
  new_subject_id: idSchema.nullish(),
  new_form_class_id: nameSchema.nullish(),
  new_class_id: idSchema.nullish(),
  by_choice: yesOrNo.optional(),
});

type ClassNamed = { form_class_id?: string | null | undefined; class_id?: number | null | undefined };

function lessonClass({ form_class_id, class_id }: ClassNamed) {
  return { formClassId: form_class_id ?? null, classId: class_id ?? null };
}

function namesClass({ form_class_id, class_id }: ClassNamed): boolean {
  return form_class_id != null || class_id != null;
}

/** Reads a change of a lesson: its present values and its new values. Values that are left out do not change. */
async function lessonSent(body: z.output<typeof NewLesson>) {
  const { employee_id: employeeId, subject_id, new_subject_id } = body;
  const old = lessonClass(body);
  const wanted = lessonClass({ form_class_id: body.new_form_class_id, class_id: body.new_class_id });
  const isChange = subject_id != null && namesClass(body) && (new_subject_id != null || hasClass(wanted));
  const was = isChange ? await findReferencedLesson(employeeId, { ...old, subjectId: subject_id }) : null;
  if (isChange && !was) throw notFound("This lesson no longer exists. Load the timetable again, then retry.");
  if (was && !was.ok) return was;
  const subjectId = new_subject_id ?? subject_id;
  if (subjectId == null) return missing("subject_id", "This is missing.");
  const isSameClass = wanted.classId === null && [null, old.formClassId].includes(wanted.formClassId);
  const meant = was && isSameClass ? was : await classSent(employeeId, hasClass(wanted) ? wanted : old);
  return meant.ok ? { ok: true as const, employeeId, was, subjectId, classId: meant.classId } : meant;
}

type Named = ReturnType<typeof lessonClass>;

function hasClass({ formClassId, classId }: Named): boolean {
  return formClassId !== null || classId !== null;
}

async function classSent(employeeId: number, given: Named) {
  if (!hasClass(given)) return missing(NAME_THE_CLASS.path[0] ?? "", NAME_THE_CLASS.error);
  return findReferencedClass(employeeId, given);
}

function missing(field: string, fault: string): TimetableChangeRefusal {
  return { ok: false, status: 422, field, fault };
}

const LessonSaved = z.strictObject({ message: z.string(), lesson_id: z.int() });
const Said = z.strictObject({ message: z.string() });

const FormTeacher = z.object({
  employee_id: idSchema,
  academic_year_id: idSchema,
  /** Null if the teacher is to have no form class. */
  form_class_id: nameSchema.nullish(),
  class_id: idSchema.nullish(),
  /** True to create another class instead of joining the form class's existing class. */
  new_class: yesOrNo.default(false),
  co_teacher: yesOrNo.default(false),
  from: calendarDaySchema().nullish(),
});

const FormTeacherSaved = z.strictObject({
  message: z.string(),
  employee_id: z.int(),
  academic_year_id: z.int(),
  class_id: z.int().nullable(),
  class: z.string(),
});

const Dean = z.strictObject({ employee_id: z.int(), form_classes: z.array(z.string()) });

export const TIMETABLE_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/api/teacher-lesson",
    summary: "Adds a lesson to a teacher's timetable, or changes a lesson",
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
        body: { message: `Saved. ${describeAffectedStudents(saved)}`.trim(), lesson_id: saved.lessonId },
      };
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/delete-teacher-lesson",
    summary: "Removes a lesson from a teacher's timetable",
    access: "employees",
    body: Lesson.extend({ subject_id: idSchema }).refine(namesClass, NAME_THE_CLASS),
    reply: Said,
    answer: async ({ person, body }) => {
      const employeeId = body.employee_id;
      const meant = await findReferencedLesson(employeeId, {
        ...lessonClass(body),
        subjectId: body.subject_id,
      });
      if (!meant) throw notFound("This lesson no longer exists. Load the timetable again, then retry.");
      if (!meant.ok) return answerRefused(meant);
      const deleted = await deleteTimetableLesson(person, { ...meant, employeeId });
      if (!deleted.ok) return answerRefused(deleted);
      return { status: 200, body: { message: `Deleted. ${describeAffectedStudents(deleted)}`.trim() } };
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/form-teacher-class",
    summary: "Sets or removes the form class of a teacher",
    access: "employees",
    body: FormTeacher,
    reply: FormTeacherSaved,
    answer: async ({ person, body }) => {
      const { employee_id, academic_year_id } = body;
      const of = { employeeId: employee_id, academicYearId: academic_year_id };
      const meant = await resolveRequestedClass({ ...lessonClass(body), ...of, isNew: body.new_class });
      if (!meant.ok) return answerRefused(meant);
      const call = { ...of, wanted: meant.wanted, isLead: !body.co_teacher, from: body.from ?? null };
      const saved = await setFormOrCoTeacher(person, { ...call, shown: null });
      if (!saved.ok) return answerRefused(saved);
      const { classId: class_id, label } = saved;
      return {
        status: 200,
        body: { message: "Saved.", employee_id, academic_year_id, class_id, class: label },
      };
    },
  }),
  defineSignedInGet({
    path: "/api/form-dean-assignments",
    summary: "Lists the form deans and their form classes",
    list: { sort: ["employee_id"] },
    reply: z.array(Dean),
    read: async ({ person }) => (await listDeans(person)).map(deanOnTheWire),
  }),
  defineSignedInGet({
    path: "/api/form-dean-assignments/:employee",
    summary: "Lists the form classes of a dean",
    params: z.object({ employee: idSchema }),
    reply: Dean,
    read: async ({ person, params }) => deanOnTheWire(await readDeanClasses(person, params.employee)),
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/form-dean-assignments",
    summary: "Sets the form classes of a dean",
    access: "employees",
    body: z.object({ employee_id: idSchema, form_classes: formClassList() }),
    reply: Dean,
    answer: async ({ person, body: { employee_id, form_classes } }) => {
      const call = { employeeId: employee_id, formClassIds: form_classes, shown: null };
      const saved = await setDeanClasses(person, call);
      if (!saved.ok) return answerRefused(saved);
      return { status: 200, body: deanOnTheWire(await readDeanClasses(person, employee_id)) };
    },
  }),
];

/** A list, or one text separated by commas as in the API's other lists. */
function formClassList() {
  const joined = z.string().transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );
  return z.union([z.array(nameSchema).max(200), joined], { error: "This must be a list of form classes." });
}

/** The API's names for fields that the screen combines in one control. */
const SENT_AS: Readonly<Record<string, string>> = {
  class: "form_class_id",
  lead: "co_teacher",
  lesson: "subject_id",
};

function answerRefused({ status, field, fault }: TimetableChangeRefusal): EndpointReply<never> {
  return { status, body: { message: fault, errors: { [SENT_AS[field] ?? field]: [fault] } } };
}

type DeanClasses = { employeeId: number; formClassIds: readonly string[] };

function deanOnTheWire({ employeeId, formClassIds }: DeanClasses): z.input<typeof Dean> {
  return { employee_id: employeeId, form_classes: [...formClassIds] };
}
