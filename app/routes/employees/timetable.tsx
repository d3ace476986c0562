import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { leftUrl, placeOfTimetable } from "#features/employees/timetable/place.rules.ts";
import { postTimetable } from "#features/employees/timetable/post-timetable.server.ts";
import { readTimetable } from "#features/employees/timetable/read-timetable.server.ts";
import { TimetableDialog } from "#features/employees/timetable/timetable-dialog.tsx";
import { employeeIn } from "#features/employees/employee-in.server.ts";
import { keepPageOnFailure, KEEP_OPEN, shouldRevalidateUnlessFailed } from "#ui/form/form-result.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "employees" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `Timetable of ${shown.timetable.employee.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  const employeeId = employeeIn(params);
  const place = placeOfTimetable(employeeId, new URL(request.url).searchParams);
  return { timetable: await readTimetable(employeeId), ...place };
}

/** Script stays on the page and takes the answer; without it the page is shown anew. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const employeeId = employeeIn(params);
  const form = await postedForm(request);
  const { status, answer } = await postTimetable(person, employeeId, form);
  if (!answer.ok || form.has(KEEP_OPEN)) return data(answer, { status });
  const { url } = placeOfTimetable(employeeId, new URL(request.url).searchParams);
  return redirect(leftUrl(url, answer));
}

export const clientAction = keepPageOnFailure<typeof action>;

export const shouldRevalidate = shouldRevalidateUnlessFailed;

export default function EmployeeTimetable() {
  const shown = useLoaderData<typeof loader>();
  return (
    <>
      <TimetableDialog {...shown} posted={useActionData<typeof clientAction>()} />
      <Outlet />
    </>
  );
}
