import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { AttendanceReasonsPage } from "#features/settings/attendance-reasons/reasons-page.tsx";
import {
  addReason,
  AddReasonFormSchema,
  loadAttendanceReasons,
} from "#features/settings/attendance-reasons/reasons.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Attendance Reasons - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadAttendanceReasons();
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleForm(request, AddReasonFormSchema, (input) => addReason(person, input));
}

export default function AttendanceReasons() {
  return (
    <>
      <AttendanceReasonsPage {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
