import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseEmployeeId } from "#features/employees/employee-in.server.ts";
import { AddLessonsDialog } from "#features/employees/timetable/lessons/add-lessons-dialog.tsx";
import {
  addLessons,
  AddLessonsFormSchema,
  loadLessonsToAdd,
} from "#features/employees/timetable/lessons/add-lessons.server.ts";
import { timetableUrls } from "#features/employees/timetable/params.rules.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "employees" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Add lessons - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  const employeeId = parseEmployeeId(params);
  const { searchParams } = new URL(request.url);
  const { url: closeTo } = timetableUrls(employeeId, searchParams);
  return { shown: await loadLessonsToAdd(employeeId, searchParams), closeTo };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const employeeId = parseEmployeeId(params);
  const { searchParams: query } = new URL(request.url);
  const { url } = timetableUrls(employeeId, query);
  return handleForm(request, AddLessonsFormSchema, (input) =>
    addLessons(person, { employeeId, query, input, url }),
  );
}

export default function AddLessons() {
  const { shown, closeTo } = useLoaderData<typeof loader>();
  return <AddLessonsDialog closeTo={closeTo} key={`${shown.subject} ${shown.source}`} shown={shown} />;
}
