import { data } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { OtherFields } from "#features/term-reports/history/other-fields.tsx";
import { readPutBack } from "#features/term-reports/history/put-back.schema.server.ts";
import { refusalOf } from "#features/term-reports/save/refusal-words.server.ts";
import type { FieldHistory } from "#features/term-reports/report/dialogs.ts";
import { fieldHistory, putBackField } from "#features/term-reports/history/report-history.server.ts";
import type { RowHistory } from "#saving/protocol/history.ts";
import { HistoryDialog } from "#saving/screen/history-dialog.tsx";
import { reportUrl } from "#features/term-reports/report-key.rules.ts";

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
  const history = useLoaderData<typeof loader>();
  return (
    <HistoryDialog
      history={rowHistory(history)}
      nothing="Nothing has been entered here yet."
      refusal={useActionData<typeof action>()?.refusal ?? null}
    >
      <OtherFields closeTo={history.closeTo} />
    </HistoryDialog>
  );
}

function rowHistory({ student, title, entries, ...history }: FieldHistory): RowHistory {
  return {
    ...history,
    about: student,
    title,
    entries: entries.map(({ from, to, ...entry }) => ({ ...entry, changes: [{ title, from, to }] })),
  };
}

/** The report under it stays, with all that is typed there. */
export function ErrorBoundary() {
  return <FailureDialog error={useRouteError()} />;
}
