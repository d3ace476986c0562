import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { sheetKeyOf, studentRowOf } from "#features/mark-sheet/sheet/find-sheet.server.ts";
import { markHistory } from "#features/mark-sheet/history/mark-history.server.ts";
import { SAVED_SHEET } from "#features/mark-sheet/save/saved-sheet.server.ts";
import { sheetUrl } from "#domain/paths.ts";
import { HistoryDialog } from "#saving/screen/history-dialog.tsx";
import { readPutBack } from "#saving/server/put-back.schema.server.ts";
import { notDoneWords, putBack } from "#saving/server/row-history.server.ts";
import { actInPlace, unlessFailed } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "marks.enter" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `History of ${shown.about} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return markHistory(person, sheetKeyOf(params), studentRowOf(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = sheetKeyOf(params);
  const asked = readPutBack(await postedForm(request));
  const saved = await putBack(SAVED_SHEET, { person, key, row: studentRowOf(params) }, asked);
  const refusal = notDoneWords(saved, { notDone: "Not put back", look: "Look at the newest entry" });
  if (refusal) return data({ refusal }, 409);
  return redirectWithNotice(sheetUrl(key), "Put back.");
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function HistoryOfMark() {
  return (
    <HistoryDialog
      history={useLoaderData<typeof loader>()}
      nothing="Nothing has been entered for this student yet."
      sent={useActionData<typeof clientAction>()}
    />
  );
}
