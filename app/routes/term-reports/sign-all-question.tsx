import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { parseReportClassKey } from "#features/term-reports/find-report.server.ts";
import { loadSignAllConfirmation } from "#features/term-reports/overview/load-class.server.ts";
import { SignAllDialog } from "#features/term-reports/overview/sign-all-dialog.tsx";
import { previewSignAll, ReviewedReportsFormSchema } from "#features/term-reports/sign/sign-class.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "sign-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Sign complete reports - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadSignAllConfirmation(person, parseReportClassKey(params), new URL(request.url).searchParams);
}

/** Loads the dialog, which lists the reports to be signed. The form in the dialog is sent to the page underneath. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseReportClassKey(params);
  return handleForm(request, ReviewedReportsFormSchema, ({ seen }) => previewSignAll(person, key, seen));
}

export function ErrorBoundary() {
  return <FailureDialog notDone={{ title: "Sign complete reports", text: `${MESSAGES.reportNotSigned}.` }} />;
}

export default function SignAll() {
  return <SignAllDialog {...useLoaderData<typeof loader>()} />;
}
