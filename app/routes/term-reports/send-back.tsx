import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseReportKey } from "#features/term-reports/find-report.server.ts";
import { SendBackDialog } from "#features/term-reports/sign/sign-dialog.tsx";
import {
  loadSendBack,
  sendBack,
  SendBackFormSchema,
} from "#features/term-reports/sign/sign-report.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "sign-reports" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? `Send back the report of ${view.student.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadSendBack(person, parseReportKey(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseReportKey(params);
  return handleForm(request, SendBackFormSchema, (input) => sendBack(person, key, input));
}

export default function SendBack() {
  return <SendBackDialog view={useLoaderData<typeof loader>()} />;
}
