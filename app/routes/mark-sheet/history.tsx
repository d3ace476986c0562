import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseMarkSheetParams, parseStudentRow } from "#features/mark-sheet/sheet/find-sheet.server.ts";
import { loadMarkHistory, MARK_SHEET_SAVE_DEFINITION } from "#features/mark-sheet/save/saved-sheet.server.ts";
import { markSheetUrl } from "#domain/paths.ts";
import { HistoryDialog } from "#saving/screen/history-dialog.tsx";
import { handlePutBack } from "#saving/server/answer-save.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "marks.enter" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `History of ${shown.about} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadMarkHistory(person, parseMarkSheetParams(params), parseStudentRow(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseMarkSheetParams(params);
  const to = markSheetUrl(key);
  return handlePutBack(request, MARK_SHEET_SAVE_DEFINITION, {
    person,
    key,
    row: parseStudentRow(params),
    to,
  });
}

export default function HistoryOfMark() {
  return (
    <HistoryDialog
      history={useLoaderData<typeof loader>()}
      nothing="Nothing has been entered for this student yet."
    />
  );
}
