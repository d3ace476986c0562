import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseReportClassKey } from "#features/term-reports/find-report.server.ts";
import { CopySessionsDialog } from "#features/term-reports/sessions/sessions-dialog.tsx";
import {
  loadSessionsPlan,
  CopySessionsFormSchema,
  copySessionsFromRegister,
} from "#features/term-reports/sessions/copy-sessions.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "term-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Copy sessions from the register - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadSessionsPlan(person, parseReportClassKey(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseReportClassKey(params);
  return handleForm(request, CopySessionsFormSchema, (input) => copySessionsFromRegister(person, key, input));
}

export default function CopySessionsPage() {
  return <CopySessionsDialog view={useLoaderData<typeof loader>()} />;
}
