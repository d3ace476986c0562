import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { ChangeReasonDialog } from "#features/settings/attendance-reasons/reasons-page.tsx";
import {
  changeReason,
  loadAttendanceReason,
  ReasonFormSchema,
} from "#features/settings/attendance-reasons/reasons.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Change reason - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return { reason: await loadAttendanceReason(params.reason) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleForm(request, ReasonFormSchema, (input) =>
    changeReason(person, { input, reason: params.reason }),
  );
}

export default function ChangeReason() {
  return <ChangeReasonDialog {...useLoaderData<typeof loader>()} />;
}
