import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { registerUrl } from "#domain/paths.ts";
import {
  parseEntryStudentKey,
  parseRegisterParams,
} from "#features/attendance-register/find-register.server.ts";
import {
  loadRegisterEntryHistory,
  REGISTER_SAVE_DEFINITION,
} from "#features/attendance-register/save/saved-register.server.ts";
import { HistoryDialog } from "#saving/screen/history-dialog.tsx";
import { handlePutBack } from "#saving/server/answer-save.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `History of ${shown.about} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadRegisterEntryHistory(person, parseRegisterParams(params), parseEntryStudentKey(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseRegisterParams(params);
  const to = registerUrl(key);
  return handlePutBack(request, REGISTER_SAVE_DEFINITION, {
    person,
    key,
    row: parseEntryStudentKey(params),
    to,
  });
}

export default function HistoryOfEntry() {
  return (
    <HistoryDialog
      history={useLoaderData<typeof loader>()}
      nothing="Nothing has been marked for this student yet."
    />
  );
}
