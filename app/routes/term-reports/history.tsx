import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseReportKey } from "#features/term-reports/find-report.server.ts";
import { OtherFieldHistoryLinks } from "#features/term-reports/history/other-fields.tsx";
import { REPORT_SAVE_DEFINITION } from "#features/term-reports/save/saved-report.server.ts";
import { loadFieldHistory } from "#features/term-reports/history/report-history.server.ts";
import { reportUrl } from "#domain/paths.ts";
import { HistoryDialog } from "#saving/screen/history-dialog.tsx";
import { handlePutBack } from "#saving/server/answer-save.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "term-reports" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: history }) => [
  { title: history ? `History of ${history.title}, ${history.about} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadFieldHistory(person, parseReportKey(params), params.field ?? "");
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseReportKey(params);
  return handlePutBack(request, REPORT_SAVE_DEFINITION, {
    person,
    key,
    row: String(key.studentKey),
    field: params.field ?? "",
    to: reportUrl(key),
    look: "Check the newest entry",
  });
}

export default function HistoryOfField() {
  const history = useLoaderData<typeof loader>();
  return (
    <HistoryDialog history={history} nothing="Nothing has been entered here yet.">
      <OtherFieldHistoryLinks closeTo={history.closeTo} hasConduct={history.hasConduct} />
    </HistoryDialog>
  );
}
