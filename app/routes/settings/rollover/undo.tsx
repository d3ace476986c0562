import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { UndoRolloverDialog } from "#features/rollover/run/finished-view.tsx";
import { rolloverUrl } from "#features/rollover/rollover.rules.ts";
import {
  loadRollover,
  parseRolloverId,
  submitRolloverUndo,
  UndoRolloverFormSchema,
} from "#features/rollover/rollover.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Undo new term - Termbook" }];

/** If the rollover cannot be undone, redirects to the rollover's own page, which says why. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const rollover = await loadRollover(visit, parseRolloverId(params), new URLSearchParams());
  if (rollover.kind !== "finished" || rollover.undo.kind !== "open") throw redirect(rolloverUrl(rollover.id));
  return rollover;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  const rolloverId = parseRolloverId(params);
  return handleForm(request, UndoRolloverFormSchema, (input) =>
    submitRolloverUndo(visit, { rolloverId, ...input }),
  );
}

export default function UndoRolloverPage() {
  return <UndoRolloverDialog rollover={useLoaderData<typeof loader>()} />;
}
