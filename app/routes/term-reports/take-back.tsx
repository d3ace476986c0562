import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { reportUrl } from "#domain/paths.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { readReason } from "#features/term-reports/sign/dialogs.schema.server.ts";
import { TakeBackDialog } from "#features/term-reports/sign/reason-dialogs.tsx";
import { showTakeBack, takeBackSignature } from "#features/term-reports/sign/take-back.server.ts";
import { actInPlace, unlessFailed } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "principal.sign" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? `Take back signature, ${view.student.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showTakeBack(person, reportKeyOf(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = reportKeyOf(params);
  const reason = readReason(await postedForm(request));
  const taken = await takeBackSignature(person, key, reason);
  if (taken.ok) return redirectWithNotice(reportUrl(key), "Signature taken back.");
  const { refusal, isOfReason } = taken;
  return data({ refusal, isOfReason, typed: reason }, isOfReason ? 422 : 409);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function TakeBackSignature() {
  return <TakeBackDialog sent={useActionData<typeof clientAction>()} view={useLoaderData<typeof loader>()} />;
}
