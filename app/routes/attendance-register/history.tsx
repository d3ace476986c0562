import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { registerUrl } from "#domain/paths.ts";
import { entryRowOf, registerKeyOf } from "#features/attendance-register/find-register.server.ts";
import { entryHistory } from "#features/attendance-register/history/entry-history.server.ts";
import { SAVED_REGISTER } from "#features/attendance-register/save/saved-register.server.ts";
import { HistoryDialog } from "#saving/screen/history-dialog.tsx";
import { readPutBack } from "#saving/server/put-back.schema.server.ts";
import { notDoneWords, putBack } from "#saving/server/row-history.server.ts";
import { actInPlace, unlessFailed } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `History of ${shown.about} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return entryHistory(person, registerKeyOf(params), entryRowOf(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = registerKeyOf(params);
  const asked = readPutBack(await postedForm(request));
  const saved = await putBack(SAVED_REGISTER, { person, key, row: entryRowOf(params) }, asked);
  const refusal = notDoneWords(saved, { notDone: "Not put back", look: "Look at the newest entry" });
  if (refusal) return data({ refusal }, 409);
  return redirectWithNotice(registerUrl(key), "Put back.");
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function HistoryOfEntry() {
  return (
    <HistoryDialog
      history={useLoaderData<typeof loader>()}
      nothing="Nothing has been marked for this student yet."
      sent={useActionData<typeof clientAction>()}
    />
  );
}
