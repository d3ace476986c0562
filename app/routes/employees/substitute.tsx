import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseEmployeeId } from "#features/employees/employee-in.server.ts";
import { timetableUrls } from "#features/employees/timetable/params.rules.ts";
import { SubstituteDialog } from "#features/employees/timetable/substitute/substitute-dialog.tsx";
import {
  changeSubstitutes,
  loadSubstitutes,
  SubstituteFormSchema,
} from "#features/employees/timetable/substitute/substitute.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "employees" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Lessons for a substitute - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  const employeeId = parseEmployeeId(params);
  const { url: closeTo } = timetableUrls(employeeId, new URL(request.url).searchParams);
  return { shown: await loadSubstitutes(employeeId), closeTo };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const employeeId = parseEmployeeId(params);
  const { url } = timetableUrls(employeeId, new URL(request.url).searchParams);
  return handleForm(request, SubstituteFormSchema, (input) =>
    changeSubstitutes(person, { employeeId, url, input }),
  );
}

export default function Substitute() {
  return <SubstituteDialog {...useLoaderData<typeof loader>()} />;
}
