import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shortenIpAddress } from "#access/caller.server.ts";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseEmployeeId } from "#features/employees/employee-in.server.ts";
import { DeleteEmployeeDialog } from "#features/employees/leave/delete-dialog.tsx";
import {
  deleteOrRestoreEmployee,
  EmployeeLeavingFormSchema,
  loadLeavingEmployee,
} from "#features/employees/leave/leave.server.ts";
import { parseEmployeesParams, employeesUrl } from "#features/employees/list/params.rules.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";
// After a conflict the page is not reloaded, because a colleague may have deleted the employee, and then the reload
// would fail.
export { shouldRevalidateWhenStale as shouldRevalidate } from "#ui/form/form-result.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.notDone} />;
}

export const access = "employees" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Delete Employee - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return { leaving: await loadLeavingEmployee(person, parseEmployeeId(params)), closeTo: listUrl(request) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const submitted = {
    employeeId: parseEmployeeId(params),
    address: shortenIpAddress(context.ip),
    list: listUrl(request),
  };
  return handleForm(request, EmployeeLeavingFormSchema, (input) =>
    deleteOrRestoreEmployee(person, { ...submitted, input }),
  );
}

export default function DeleteEmployee() {
  return <DeleteEmployeeDialog {...useLoaderData<typeof loader>()} />;
}

function listUrl(request: Request): string {
  return employeesUrl(parseEmployeesParams(new URL(request.url).searchParams));
}
