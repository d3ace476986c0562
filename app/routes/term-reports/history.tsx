import { data } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { FieldHistoryDialog } from "#features/term-reports/history/history-dialog.tsx";
import { readPutBack } from "#features/term-reports/history/put-back.schema.server.ts";
import { refusalOf } from "#features/term-reports/save/refusal-words.server.ts";
import { fieldHistory, putBackField } from "#features/term-reports/history/report-history.server.ts";
import { reportUrl } from "#features/term-reports/report-key.rules.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "term-reports" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: history }) => [
  { title: history ? `History of ${history.title}, ${history.student} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return fieldHistory(person, reportKeyOf(params), params.field ?? "");
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = reportKeyOf(params);
  const asked = readPutBack(await postedForm(request), params.field);
  const refusal = refusalOf(await putBackField(person, key, asked), "Not put back");
  if (refusal) return data({ refusal }, 409);
  return redirectWithNotice(reportUrl(key), "Put back.");
}

export default function HistoryOfField() {
  return (
    <FieldHistoryDialog
      history={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.refusal ?? null}
    />
  );
}
