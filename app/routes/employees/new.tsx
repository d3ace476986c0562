import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shortenIpAddress } from "#access/caller.server.ts";
import { handleForm } from "#access/forms/answer-form.server.ts";
import { createSubmissionToken } from "#access/passwords/once.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { NewEmployeeDialog } from "#features/employees/add/new-employee-dialog.tsx";
import { addEmployeeFromForm, NewEmployeeFormSchema } from "#features/employees/add/new-employee.server.ts";
import {
  employeeDialogUrl,
  parseEmployeesParams,
  employeesUrl,
} from "#features/employees/list/params.rules.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.notDone} />;
}

export const access = "employees" satisfies Access;

export const meta: MetaFunction = () => [{ title: "New Employee - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const params = parseEmployeesParams(new URL(request.url).searchParams);
  return {
    once: createSubmissionToken(person),
    closeTo: employeesUrl(params),
    againTo: employeeDialogUrl("new", params),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  const address = shortenIpAddress(context.ip);
  return handleForm(request, NewEmployeeFormSchema, (input) =>
    addEmployeeFromForm(visit, { input, address }),
  );
}

export default function NewEmployee() {
  return <NewEmployeeDialog {...useLoaderData<typeof loader>()} />;
}
