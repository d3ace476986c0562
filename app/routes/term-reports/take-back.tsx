import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseReportKey } from "#features/term-reports/find-report.server.ts";
import { TakeBackDialog } from "#features/term-reports/sign/sign-dialog.tsx";
import {
  loadTakeBack,
  TakeBackFormSchema,
  removeOwnSignature,
} from "#features/term-reports/sign/sign-report.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "sign-reports" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? `Withdraw signature, ${view.student.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadTakeBack(person, parseReportKey(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseReportKey(params);
  return handleForm(request, TakeBackFormSchema, (input) => removeOwnSignature(person, key, input));
}

export default function TakeBackSignature() {
  return <TakeBackDialog view={useLoaderData<typeof loader>()} />;
}
