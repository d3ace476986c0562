import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { signAllUrl } from "#domain/paths.ts";
import { classKeyOf } from "#features/term-reports/find-report.server.ts";
import { SessionsDialog } from "#features/term-reports/sessions/sessions-dialog.tsx";
import { askSessions, takeSessions } from "#features/term-reports/sessions/take-sessions.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "term-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Take sessions from the register - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return askSessions(person, classKeyOf(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = classKeyOf(params);
  const form = await postedForm(request);
  const choice = form.get("byHand");
  const byHand = choice === "keep" || choice === "overwrite" ? choice : null;
  const answer = await takeSessions(person, key, { seen: String(form.get("seen")), byHand });
  return answer.ok ? redirectWithNotice(signAllUrl(key), answer.words) : data(answer, answer.status);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function TakeSessions() {
  const { closed, ...plan } = useLoaderData<typeof loader>();
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <SessionsDialog
      closed={closed}
      failed={failed}
      fault={answer?.fault ?? null}
      plan={answer?.plan ?? plan}
    />
  );
}
