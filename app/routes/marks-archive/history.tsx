import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { archivePlaceIn, archiveUrl } from "#features/marks-archive/list/archive-list.ts";
import { archivedStudentIn } from "#features/marks-archive/save/find-archive.server.ts";
import { TAKEN_BACK } from "#features/marks-archive/save/saved-archive.server.ts";
import { archivedTermIn, archiveHistory } from "#features/marks-archive/sheet/archive-history.server.ts";
import { HistoryDialog } from "#saving/screen/history-dialog.tsx";
import { readPutBack } from "#saving/server/put-back.schema.server.ts";
import { notDoneWords, putBack } from "#saving/server/row-history.server.ts";
import { actInPlace, unlessFailed } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "marks-archive" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `History of ${shown.about} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const place = archivePlaceIn(new URL(request.url).searchParams);
  return archiveHistory({ person, key: archivedStudentIn(params), row: archivedTermIn(params), place });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = archivedStudentIn(params);
  const asked = readPutBack(await postedForm(request));
  const saved = await putBack(TAKEN_BACK, { person, key, row: archivedTermIn(params) }, asked);
  const refusal = notDoneWords(saved, { notDone: "Not put back", look: "Look at the newest entry" });
  if (refusal) return data({ refusal }, 409);
  return redirectWithNotice(archiveUrl(key, archivePlaceIn(new URL(request.url).searchParams)), "Put back.");
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function HistoryOfTerm() {
  return (
    <HistoryDialog
      history={useLoaderData<typeof loader>()}
      nothing="Nothing has been entered in this term yet."
      sent={useActionData<typeof clientAction>()}
    />
  );
}
