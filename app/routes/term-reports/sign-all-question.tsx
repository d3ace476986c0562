import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { classKeyOf } from "#features/term-reports/find-report.server.ts";
import { showSignAll } from "#features/term-reports/overview/show-class.server.ts";
import { SignAllDialog } from "#features/term-reports/overview/sign-all-dialog.tsx";
import { readReviewedReports } from "#features/term-reports/sign/dialogs.schema.server.ts";
import { askSignAll } from "#features/term-reports/sign/sign-class.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export const access = "principal.sign" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Sign complete reports - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showSignAll(person, classKeyOf(params), new URL(request.url).searchParams);
}

/** Asks; the page under it signs. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const looked = readReviewedReports(await postedForm(request));
  const question = await askSignAll(person, classKeyOf(params), looked);
  return data(question, question.ok ? 200 : 409);
}

export function ErrorBoundary() {
  return <FailureDialog notDone={{ title: "Sign complete reports", text: `${MESSAGES.reportNotSigned}.` }} />;
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function SignAll() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return <SignAllDialog {...useLoaderData<typeof loader>()} failed={failed} question={answer} />;
}
