import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { readReviewedFingerprint } from "#features/term-reports/sign/dialogs.schema.server.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { reportUrl } from "#domain/paths.ts";
import { SignDialog } from "#features/term-reports/sign/sign-dialog.tsx";
import { showSigning, signReport } from "#features/term-reports/sign/sign-report.server.ts";
import { NOT_SIGNED_WORDS } from "#features/term-reports/sign/signature-words.rules.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "principal.sign" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: signing }) => [
  { title: signing ? `Sign Report of ${signing.student.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showSigning(person, reportKeyOf(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = reportKeyOf(params);
  const signed = await signReport(person, key, readReviewedFingerprint(await postedForm(request)));
  if (!signed.ok) return data({ refusal: NOT_SIGNED_WORDS[signed.reason] }, 409);
  return redirectWithNotice(reportUrl(key), MESSAGES.reportSigned);
}

export default function SignReport() {
  return (
    <SignDialog
      refusal={useActionData<typeof action>()?.refusal ?? null}
      signing={useLoaderData<typeof loader>()}
    />
  );
}
