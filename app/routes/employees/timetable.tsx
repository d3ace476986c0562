import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { timetableUrls } from "#features/employees/timetable/params.rules.ts";
import { submitTimetable } from "#features/employees/timetable/post-timetable.server.ts";
import { readTimetable } from "#features/employees/timetable/read-timetable.server.ts";
import { TimetableDialog } from "#features/employees/timetable/timetable-dialog.tsx";
import { parseEmployeeId } from "#features/employees/employee-in.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";
export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "employees" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `Timetable of ${shown.timetable.employee.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  const employeeId = parseEmployeeId(params);
  const place = timetableUrls(employeeId, new URL(request.url).searchParams);
  return { timetable: await readTimetable(employeeId), ...place };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const employeeId = parseEmployeeId(params);
  const { url } = timetableUrls(employeeId, new URL(request.url).searchParams);
  return submitTimetable({ person, employeeId, form: await readPostedForm(request), url });
}

export default function EmployeeTimetable() {
  return (
    <>
      <TimetableDialog {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
