import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useParams } from "@remix-run/react";
import { shortenIpAddress } from "#access/caller.server.ts";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { parseEmployeeId } from "#features/employees/employee-in.server.ts";
import { EmployeeAccessDialog } from "#features/employees/profile/access/access-dialog.tsx";
import {
  EmployeeAccessFormSchema,
  loadEmployeeAccess,
  submitEmployeeAccess,
} from "#features/employees/profile/access/access.server.ts";
import { getEmployeesUrlOfQuery } from "#features/employees/profile/profile.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={MESSAGES.profileNotSaved} />;
}

export const access = "admin" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `Access of ${shown.head.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return loadEmployeeAccess(visit, parseEmployeeId(params));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const { pathname, search } = new URL(request.url);
  const submitted = {
    employeeId: parseEmployeeId(params),
    address: shortenIpAddress(context.ip),
    to: pathname + search,
  };
  return handleForm(request, EmployeeAccessFormSchema, (input) =>
    submitEmployeeAccess(person, { ...submitted, input }),
  );
}

export default function EmployeeAccess() {
  const { employeeId = "" } = useParams();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const params = { record: `${PATHS.employees}/${employeeId}`, path: pathname, query };
  return (
    <EmployeeAccessDialog
      access={useLoaderData<typeof loader>()}
      closeTo={getEmployeesUrlOfQuery(query)}
      key={employeeId}
      params={params}
    />
  );
}
