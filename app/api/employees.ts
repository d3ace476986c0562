import { z } from "zod";
import { listEmployees, listTeachers } from "#features/lookups/lists.server.ts";
import { readEmployeeStatuses } from "#features/employees/list/read-employees.server.ts";
import {
  listPosts,
  listQualifications,
  readEmployeeTab,
  type EmployeeTabData,
} from "#features/employees/profile/profile.server.ts";
import { listTeacherLessons, readFormTeacherClass } from "#features/lookups/calendar.server.ts";
import { shortenIpAddress } from "#access/caller.server.ts";
import { formatFormFailure, type FormFailure } from "#access/forms/answer-form.server.ts";
import { hasAccess } from "#access/permissions.ts";
import { requireVisitForData } from "#access/require-access.server.ts";
import {
  addEmployeeForApiCall as addEmployeeByCall,
  NewEmployeeFormSchema,
} from "#features/employees/add/new-employee.server.ts";
import { deleteEmployee, DEFAULT_LEAVING_STATUS } from "#features/employees/leave/leave.server.ts";
import { resetPasswords } from "#features/reset-password/reset-password.server.ts";
import { PATHS } from "#domain/paths.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import type { Person } from "#domain/person.ts";
import { EMPLOYEE_PERSONAL_FIELDS } from "#fields/people/employee.ts";
import {
  defineEndpoint,
  defineSignedInGet,
  type Endpoint,
  type EndpointReply,
  type CallContext,
} from "./dispatch/endpoint.ts";
import { idSchema, missingOrInvalidError } from "./dispatch/wire.ts";
import { parseOrReject, addReasonsToMessage } from "./dispatch/input.ts";
import { parseBodyValues } from "./record-fields.ts";

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
      postsHeld(await readEmployeeTab(person, { tab: "employment", employeeId: params.employee })),
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

/**
 * Returns both posts and, at the top level, the current post, which is the acting post if there is one and otherwise
 * the substantive post.
 */
function postsHeld({ values, rules }: EmployeeTabData) {
  const posts = rules.tab === "employment" ? rules.posts : [];
  const held = (field: string) => {
    const found = posts.find(({ employee_post_id }) => employee_post_id === values[field]);
    return { id: found?.employee_post_id ?? null, post: found?.post ?? null };
  };
  const [substantive, acting] = [held("substantive_post_id"), held("acting_post_id")];
  return { ...(acting.id === null ? substantive : acting), substantive, acting };
}

/** `token` is the first password. The reply to a password reset has the same field. */
export const AddedEmployeeSchema = z.strictObject({
  message: z.string(),
  employee: z.strictObject({
    id: z.int(),
    employee_id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    user_name: z.string(),
  }),
  token: z.string(),
});

const Said = z.strictObject({ message: z.string() });

/** The endpoints for accounts. An account is created and deleted together with its employee. */
export const EMPLOYEE_ACCOUNTS_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "DELETE",
    path: "/api/employee",
    summary: "Marks an employee as having left, which removes the employee from the lists",
    access: "employees",
    body: z.object({ employee_id: idSchema, employee_status_id: idSchema.default(DEFAULT_LEAVING_STATUS) }),
    reply: Said,
    answer: async ({ person, body, surroundings }) => {
      const { employee_id: employeeId, employee_status_id: status } = body;
      const address = shortenIpAddress(surroundings.ip);
      const call = { employeeId, input: { status }, address, list: PATHS.employees };
      const outcome = await deleteEmployee(person, call);
      if (outcome.kind === "not-done") return notDone(outcome, "employee_status_id");
      return { status: 200, body: { message: outcome.message } };
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/reset-employee-password",
    summary: "Gives an employee a one-time password and returns it",
    access: "employee-passwords",
    body: z.object({ employee_id: idSchema }),
    reply: z.strictObject({ message: z.string(), token: z.string() }),
    answer: async ({ body, request, surroundings }) => {
      const visit = await requireVisitForData(request, "employee-passwords");
      const call = { employeeIds: [body.employee_id], address: shortenIpAddress(surroundings.ip) };
      const outcome = await resetPasswords(visit, call);
      if (outcome.kind === "not-done") return notDone(outcome, "employee_id");
      const token = outcome.result.people[0]?.password ?? "";
      return { status: 200, body: { message: PEOPLE_MESSAGES.passwordReset, token } };
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/reset-password",
    summary: "Rejects every request, because students have no accounts",
    access: "employee-passwords",
    body: z.object({
      student_id: z.union([z.string(), z.number()], missingOrInvalidError("This must be text.")),
    }),
    reply: Said,
    answer: () => Promise.resolve(refused("student_id", "Students have no accounts. Choose an employee.")),
  }),
];

/** Calls send the user name with every employee, but it is used only for a new employee. */
const NewUserName = z.object({ user_name: NewEmployeeFormSchema.shape.userName });

type Adding = { person: Person; body: object; request: Request; surroundings: CallContext };

/**
 * Adds an employee for `POST /api/employee` without an id. A caller who may not add employees has probably forgotten
 * the id.
 * @throws Invalid when a field is wrong
 */
export async function addEmployeeFromApi({
  person,
  body,
  request,
  surroundings,
}: Adding): Promise<EndpointReply<z.input<typeof AddedEmployeeSchema>>> {
  if (!hasAccess("employees", person))
    return refused("employee_id", "Give the ID of the employee that this record belongs to.");
  const visit = await requireVisitForData(request, "employees");
  const { user_name: userName } = parseOrReject(NewUserName, body);
  const values = parseBodyValues(EMPLOYEE_PERSONAL_FIELDS, body);
  const outcome = await addEmployeeByCall(visit, {
    values,
    userName,
    address: shortenIpAddress(surroundings.ip),
  });
  if (outcome.kind === "not-done") return notDone(outcome, "user_name");
  if (outcome.kind === "invalid") {
    const { errors } = outcome;
    return { status: 422, body: { message: addReasonsToMessage(errors), errors } };
  }
  const { employeeId, slip: letter, first_name, last_name } = outcome.result;
  const named = { first_name, last_name, user_name: letter.userName };
  return {
    status: 200,
    body: {
      message: `${letter.name} added`,
      employee: { id: employeeId, employee_id: employeeId, ...named },
      token: letter.password,
    },
  };
}

/** Builds the reply for a change that was not made. @param field the API's name of the invalid field */
function notDone(outcome: FormFailure, field: string): EndpointReply<never> {
  const message = formatFormFailure(outcome);
  return outcome.status === 409 ? { status: 409, body: { message } } : refused(field, message);
}

function refused(field: string, message: string): EndpointReply<never> {
  return { status: 422, body: { message, errors: { [field]: [message] } } };
}
