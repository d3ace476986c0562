import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { OtherFields } from "#features/term-reports/history/other-fields.tsx";
import { SAVED_REPORT } from "#features/term-reports/save/saved-report.server.ts";
import { fieldHistory } from "#features/term-reports/history/report-history.server.ts";
import { reportUrl } from "#domain/paths.ts";
import { HistoryDialog } from "#saving/screen/history-dialog.tsx";
import { readPutBack } from "#saving/server/put-back.schema.server.ts";
import { notDoneWords, putBack } from "#saving/server/row-history.server.ts";
import { actInPlace, unlessFailed } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "term-reports" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: history }) => [
  { title: history ? `History of ${history.title}, ${history.about} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return fieldHistory(person, reportKeyOf(params), params.field ?? "");
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = reportKeyOf(params);
  const asked = { ...readPutBack(await postedForm(request)), field: params.field ?? "" };
  const saved = await putBack(SAVED_REPORT, { person, key, row: String(key.studentKey) }, asked);
  const refusal = notDoneWords(saved, { notDone: "Not put back", look: "Look again" });
  if (refusal) return data({ refusal }, 409);
  return redirectWithNotice(reportUrl(key), "Put back.");
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function HistoryOfField() {
  const history = useLoaderData<typeof loader>();
  return (
    <HistoryDialog
      history={history}
      nothing="Nothing has been entered here yet."
      sent={useActionData<typeof clientAction>()}
    >
      <OtherFields closeTo={history.closeTo} />
    </HistoryDialog>
  );
}
