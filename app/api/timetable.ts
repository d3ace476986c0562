import { z } from "zod";
import { listTeacherLessons, readFormTeacherClass } from "#features/lookups/timetable.server.ts";
import { endpoint } from "./dispatch/endpoint.ts";
import type { Endpoint } from "./dispatch/endpoint.ts";
import { id } from "./dispatch/wire.ts";

/** Lesson (T3, A3); `lesson_id` and `class` are ours: two classes of one form class are told apart by them. */
const Lesson = z.strictObject({
  lesson_id: z.int(),
  employee_id: z.int(),
  form_class_id: z.string(),
  class: z.string(),
  subject_id: z.int(),
  title: z.string(),
  subject_title: z.string(),
  form_level: z.int(),
  max_mark: z.number(),
});

const FormTeacherClass = z.strictObject({
  form_class_id: z.string().nullable(),
  employee_id: z.int(),
  academic_year_id: z.int(),
});

export const TIMETABLE: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/teacher-lessons/:id",
    access: "signed-in",
    params: z.object({ id }),
    query: z.object({ academic_term_id: id.optional() }),
    reply: z.array(Lesson),
    answer: async ({ person, params, query }) => {
      const asked = { employeeId: params.id, academicTermId: query.academic_term_id ?? null };
      return { status: 200, body: (await listTeacherLessons(person, asked)).map(lessonOnTheWire) };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/form-teacher-class/:employee/:year",
    access: "signed-in",
    params: z.object({ employee: id, year: id }),
    reply: FormTeacherClass,
    answer: async ({ person, params: { employee, year } }) => {
      const found = await readFormTeacherClass(person, { employeeId: employee, academicYearId: year });
      const form_class_id = found?.form_class_id ?? null;
      return { status: 200, body: { form_class_id, employee_id: employee, academic_year_id: year } };
    },
  }),
];

function lessonOnTheWire(lesson: Awaited<ReturnType<typeof listTeacherLessons>>[number]) {
  const { subject, class_label, ...rest } = lesson;
  return { ...rest, class: class_label, title: subject, subject_title: subject };
}
