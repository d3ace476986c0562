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
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { NOT_SIGNED_WORDS } from "#features/term-reports/sign/signature-words.rules.ts";
import { actInPlace, unlessFailed } from "#ui/page/act-in-place.ts";

/** Also without script: what came to no answer says that it is not signed. */
export function ErrorBoundary() {
  return <FailureDialog notDone={{ title: "Sign Report", text: `${MESSAGES.reportNotSigned}.` }} />;
}

export const access = "principal.sign" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: signing }) => [
  { title: signing ? `Sign Report of ${signing.student.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showSigning(person, reportKeyOf(params));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = reportKeyOf(params);
  const seen = readReviewedFingerprint(await postedForm(request));
  const signed = await signReport(person, key, { seen, wanted: context.signal });
  if (!signed.ok) return data({ refusal: NOT_SIGNED_WORDS[signed.reason] }, 409);
  return redirectWithNotice(reportUrl(key), MESSAGES.reportSigned);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function SignReport() {
  return (
    <SignDialog answer={useActionData<typeof clientAction>()} signing={useLoaderData<typeof loader>()} />
  );
}
