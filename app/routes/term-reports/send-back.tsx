import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { readReason, readReviewedFingerprint } from "#features/term-reports/sign/dialogs.schema.server.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { reportUrl } from "#domain/paths.ts";
import { SendBackDialog } from "#features/term-reports/sign/reason-dialogs.tsx";
import { sendBack, showSendBack } from "#features/term-reports/sign/send-back.server.ts";
import { actInPlace, unlessFailed } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "principal.sign" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? `Send back the report of ${view.student.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showSendBack(person, reportKeyOf(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = reportKeyOf(params);
  const form = await postedForm(request);
  const reason = readReason(form);
  const sent = await sendBack(person, key, { reason, seen: readReviewedFingerprint(form) });
  if (!sent.ok) {
    const isOfReason = sent.why === "reason";
    return data({ refusal: sent.refusal, isOfReason, typed: reason }, isOfReason ? 422 : 409);
  }
  return redirectWithNotice(reportUrl(key), "Sent back to the form teacher.");
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function SendBack() {
  return <SendBackDialog sent={useActionData<typeof clientAction>()} view={useLoaderData<typeof loader>()} />;
}
