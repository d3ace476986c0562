import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseArchiveListParams, archiveDialogUrl } from "#features/marks-archive/list/archive-list.ts";
import { parseArchivedStudentKey } from "#features/marks-archive/save/find-archive.server.ts";
import { ARCHIVE_UNDO_SAVE_DEFINITION } from "#features/marks-archive/save/saved-archive.server.ts";
import {
  parseArchivedTermId,
  loadArchiveHistory,
} from "#features/marks-archive/sheet/read-archive.server.ts";
import { HistoryDialog } from "#saving/screen/history-dialog.tsx";
import { handlePutBack } from "#saving/server/answer-save.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "marks-archive" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `History of ${shown.about} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const listParams = parseArchiveListParams(new URL(request.url).searchParams);
  return loadArchiveHistory({
    person,
    key: parseArchivedStudentKey(params),
    row: parseArchivedTermId(params),
    params: listParams,
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseArchivedStudentKey(params);
  const to = archiveDialogUrl(key, parseArchiveListParams(new URL(request.url).searchParams));
  return handlePutBack(request, ARCHIVE_UNDO_SAVE_DEFINITION, {
    person,
    key,
    row: parseArchivedTermId(params),
    to,
  });
}

export default function HistoryOfTerm() {
  return (
    <HistoryDialog
      history={useLoaderData<typeof loader>()}
      nothing="Nothing has been entered in this term yet."
    />
  );
}
