import { z } from "zod";
import { listEmployees, listTeachers } from "#features/lookups/lists.server.ts";
import { readEmployeeStatuses } from "#features/employees/list/read-employees.server.ts";
import {
  listPosts,
  listQualifications,
  readProfileTab,
  type ProfileTabData,
} from "#features/employees/profile/profile.server.ts";
import { listTeacherLessons, readFormTeacherClass } from "#features/lookups/calendar.server.ts";
import { defineEndpoint, defineSignedInGet, type Endpoint } from "./dispatch/endpoint.ts";
import { idSchema } from "./dispatch/wire.ts";

/** An employee. Only callers who manage accounts see the user names of colleagues; others get null. */
const Employee = z.strictObject({
  id: z.int(),
  employee_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  user_name: z.string().nullable(),
  gender: z.enum(["M", "F"]).nullable(),
  employee_status_id: z.int(),
  picture: z.string().nullable(),
});

const Teacher = z.strictObject({
  id: z.int(),
  employee_id: z.int(),
  title: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
});

/** A lesson. `lesson_id` and `class` distinguish classes with the same form class name. */
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

export const EMPLOYEES_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/employees",
    summary: "Lists the employees of the school",
    access: "signed-in",
    everybody: true,
    list: {
      sort: ["id", "employee_id", "first_name", "last_name", "gender"],
      search: ["first_name", "last_name"],
    },
    reply: z.array(Employee),
    answer: async ({ person, list }) => {
      const { listed, total } = await listEmployees(person, list);
      const body = listed.map((employee) => ({ id: employee.employee_id, ...employee }));
      return { status: 200, body, total };
    },
  }),
  defineSignedInGet({
    path: "/api/employee-statuses",
    summary: "Lists the statuses that an employee can have",
    list: { sort: ["id", "status"] },
    reply: z.array(z.strictObject({ id: z.int(), status: z.string() })),
    read: async () =>
      (await readEmployeeStatuses()).map(({ employee_status_id, status }) => ({
        id: employee_status_id,
        status,
      })),
  }),
  defineSignedInGet({
    path: "/api/teachers",
    summary: "Lists the teachers of the school",
    list: { sort: ["id", "employee_id", "first_name", "last_name"], search: ["first_name", "last_name"] },
    reply: z.array(Teacher),
    read: async ({ person }) =>
      (await listTeachers(person)).map((teacher) => ({ id: teacher.employee_id, ...teacher })),
  }),
  defineSignedInGet({
    path: "/api/teacher-lessons/:id",
    summary: "Lists the lessons of a teacher",
    params: z.object({ id: idSchema }),
    query: z.object({ academic_term_id: idSchema.optional() }),
    list: {
      sort: ["lesson_id", "form_class_id", "class", "subject_id", "title", "form_level"],
      search: ["title", "class"],
    },
    reply: z.array(Lesson),
    read: async ({ person, params, query }) => {
      const call = { employeeId: params.id, academicTermId: query.academic_term_id ?? null };
      return (await listTeacherLessons(person, call)).map(lessonOnTheWire);
    },
  }),
  defineSignedInGet({
    path: "/api/form-teacher-class/:employee/:year",
    summary: "Reads the class of a form teacher in a school year",
    params: z.object({ employee: idSchema, year: idSchema }),
    reply: FormTeacherClass,
    read: async ({ person, params: { employee, year } }) => {
      const found = await readFormTeacherClass(person, { employeeId: employee, academicYearId: year });
      const form_class_id = found?.form_class_id ?? null;
      return { form_class_id, employee_id: employee, academic_year_id: year };
    },
  }),
];

function lessonOnTheWire(lesson: Awaited<ReturnType<typeof listTeacherLessons>>[number]) {
  const { subject, class_label, ...rest } = lesson;
  return { ...rest, class: class_label, title: subject, subject_title: subject };
}

const Post = z.strictObject({ id: z.int().nullable(), post: z.string().nullable() });

/** The endpoints for the lists of choices in an employee's record, and for the posts that an employee holds. */
export const EMPLOYEE_CHOICES_ENDPOINTS: readonly Endpoint[] = [
  defineSignedInGet({
    path: "/api/employee-posts",
    summary: "Lists the posts on the Ministry's list",
    list: { sort: ["id", "post"], search: ["post"] },
    reply: z.array(z.strictObject({ id: z.int(), post: z.string() })),
    read: async () =>
      (await listPosts()).map(({ employee_post_id, post }) => ({ id: employee_post_id, post })),
  }),
  defineSignedInGet({
    path: "/api/employee-post/:employee",
    summary: "Reads the posts that an employee holds",
    params: z.object({ employee: idSchema }),
    reply: z.strictObject({ ...Post.shape, substantive: Post, acting: Post }),
    read: async ({ person, params }) =>
      postsHeld(await readProfileTab(person, { tab: "employment", employeeId: params.employee })),
  }),
  defineSignedInGet({
    path: "/api/qualifications",
    summary: "Lists the qualifications that can be recorded",
    list: { sort: ["id", "title"], search: ["title"] },
    reply: z.array(
      z.strictObject({ id: z.int(), title: z.string(), details: z.boolean(), detail: z.string() }),
    ),
    read: async () =>
      (await listQualifications()).map(({ qualification_id, ...listed }) => ({
        id: qualification_id,
        ...listed,
      })),
  }),
];

/** Returns both posts and, at the top level, the current post: the acting one, or else the substantive one. */
function postsHeld({ values, rules }: ProfileTabData) {
  const posts = rules.tab === "employment" ? rules.posts : [];
  const held = (field: string) => {
    const found = posts.find(({ employee_post_id }) => employee_post_id === values[field]);
    return { id: found?.employee_post_id ?? null, post: found?.post ?? null };
  };
  const [substantive, acting] = [held("substantive_post_id"), held("acting_post_id")];
  return { ...(acting.id === null ? substantive : acting), substantive, acting };
}
