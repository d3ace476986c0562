import { z } from "zod";
import { shortenIpAddress } from "#access/caller.server.ts";
import { formFailureReason, type FormFailure } from "#access/forms/answer-form.server.ts";
import { hasAccess } from "#access/permissions.ts";
import { requireVisitForData } from "#access/require-access.server.ts";
import {
  addEmployeeForApiCall as addEmployeeByCall,
  NewEmployeeForm,
} from "#features/employees/add/new-employee.server.ts";
import { deleteEmployee, DEFAULT_LEAVING_STATUS } from "#features/employees/leave/leave.server.ts";
import { resetPasswords } from "#features/reset-password/reset-password.server.ts";
import { PATHS } from "#domain/paths.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import type { Person } from "#domain/person.ts";
import { EMPLOYEE_PERSONAL_FIELDS } from "#fields/people/employee.ts";
import { defineEndpoint, type Endpoint, type EndpointReply, type CallContext } from "./dispatch/endpoint.ts";
import { parseOrReject, addReasonsToMessage } from "./dispatch/input.ts";
import { idSchema, missingOrInvalidError } from "./dispatch/wire.ts";
import { parseBodyValues } from "./record-fields.ts";

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
    summary: "Refuses every request, because students have no accounts",
    access: "employee-passwords",
    body: z.object({
      student_id: z.union([z.string(), z.number()], missingOrInvalidError("This must be text.")),
    }),
    reply: Said,
    answer: () => Promise.resolve(refused("student_id", "Students have no accounts. Choose an employee.")),
  }),
];

/** Calls send the user name with every employee, but only a new employee gets it. */
const NewUserName = z.object({ user_name: NewEmployeeForm.shape.userName });

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
  const message = formFailureReason(outcome);
  return outcome.status === 409 ? { status: 409, body: { message } } : refused(field, message);
}

function refused(field: string, message: string): EndpointReply<never> {
  return { status: 422, body: { message, errors: { [field]: [message] } } };
}
