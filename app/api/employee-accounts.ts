import { z } from "zod";
import { shortenAddress } from "#access/caller.server.ts";
import { reasonOf, type NotDone } from "#access/forms/answer-form.server.ts";
import { allows } from "#access/permissions.ts";
import { requireVisitForData } from "#access/require-access.server.ts";
import {
  addByCall as addEmployeeByCall,
  NewEmployeeForm,
} from "#features/employees/add/new-employee.server.ts";
import { deleteEmployee, USUAL_STATUS } from "#features/employees/leave/leave.server.ts";
import { resetPasswords } from "#features/reset-password/reset-password.server.ts";
import { PATHS } from "#domain/paths.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import type { Person } from "#domain/person.ts";
import { PERSONAL_FIELDS } from "#fields/people/employee.ts";
import { endpoint, type Endpoint, type Reply, type Surroundings } from "./dispatch/endpoint.ts";
import { parsed, withReasons } from "./dispatch/input.ts";
import { id, unless } from "./dispatch/wire.ts";
import { valuesGiven } from "./record-fields.ts";

/** `token` is the first password, named as in the reply to a reset. */
export const AddedEmployee = z.strictObject({
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

/** The endpoints for accounts, which are created and deleted with their employees and can get new passwords. */
export const EMPLOYEE_ACCOUNTS: readonly Endpoint[] = [
  endpoint({
    method: "DELETE",
    path: "/api/employee",
    summary: "Removes an employee from the lists by setting a status of people who have left",
    access: "employees",
    body: z.object({ employee_id: id, employee_status_id: id.default(USUAL_STATUS) }),
    reply: Said,
    answer: async ({ person, body, surroundings }) => {
      const { employee_id: employeeId, employee_status_id: status } = body;
      const address = shortenAddress(surroundings.ip);
      const call = { employeeId, input: { status }, address, list: PATHS.employees };
      const outcome = await deleteEmployee(person, call);
      if (outcome.kind === "not-done") return notDone(outcome, "employee_status_id");
      return { status: 200, body: { message: outcome.message } };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/reset-employee-password",
    summary: "Gives an employee a one-time password and returns it",
    access: "employee-passwords",
    body: z.object({ employee_id: id }),
    reply: z.strictObject({ message: z.string(), token: z.string() }),
    answer: async ({ body, request, surroundings }) => {
      const visit = await requireVisitForData(request, "employee-passwords");
      const call = { employeeIds: [body.employee_id], address: shortenAddress(surroundings.ip) };
      const outcome = await resetPasswords(visit, call);
      if (outcome.kind === "not-done") return notDone(outcome, "employee_id");
      const token = outcome.result.people[0]?.password ?? "";
      return { status: 200, body: { message: PEOPLE_MESSAGES.passwordReset, token } };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/reset-password",
    summary: "Always refused, because students have no accounts",
    access: "employee-passwords",
    body: z.object({ student_id: z.union([z.string(), z.number()], unless("This must be text.")) }),
    reply: Said,
    answer: () => Promise.resolve(refused("student_id", "Students have no accounts")),
  }),
];

/** A call sends the user name with every employee, and only a new one is given it. */
const NewUserName = z.object({ user_name: NewEmployeeForm.shape.userName });

type Adding = { person: Person; body: object; request: Request; surroundings: Surroundings };

/**
 * Adds an employee for `POST /api/employee` without an id. A caller who may not add employees probably forgot the id.
 * @throws Invalid when a field is wrong
 */
export async function addByCall({
  person,
  body,
  request,
  surroundings,
}: Adding): Promise<Reply<z.input<typeof AddedEmployee>>> {
  if (!allows("employees", person))
    return refused("employee_id", "Say which employee this record belongs to.");
  const visit = await requireVisitForData(request, "employees");
  const { user_name: userName } = parsed(NewUserName, body);
  const values = valuesGiven(PERSONAL_FIELDS, body);
  const outcome = await addEmployeeByCall(visit, {
    values,
    userName,
    address: shortenAddress(surroundings.ip),
  });
  if (outcome.kind === "not-done") return notDone(outcome, "user_name");
  if (outcome.kind === "invalid") {
    const { errors } = outcome;
    return { status: 422, body: { message: withReasons(errors), errors } };
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

/** Answers a call whose change was not made. @param field the call's name for the field at fault */
function notDone(outcome: NotDone, field: string): Reply<never> {
  const message = reasonOf(outcome);
  return outcome.status === 409 ? { status: 409, body: { message } } : refused(field, message);
}

function refused(field: string, message: string): Reply<never> {
  return { status: 422, body: { message, errors: { [field]: [message] } } };
}
