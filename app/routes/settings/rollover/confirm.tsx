import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import { ConfirmationFormSchema } from "#access/forms/form-values.schema.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { ConfirmRolloverDialog } from "#features/rollover/rehearsal/confirm-dialog.tsx";
import { rolloverUrl } from "#features/rollover/rollover.rules.ts";
import { loadRollover, parseRolloverId, submitRolloverStart } from "#features/rollover/rollover.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Start new term - Termbook" }];

/** If the rollover cannot start, redirects to the rollover's own page, which says why. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const rollover = await loadRollover(visit, parseRolloverId(params), new URLSearchParams());
  const hasMoved = rollover.kind === "rehearsal" && rollover.movedTo !== null;
  if (rollover.state !== "ready" || hasMoved) throw redirect(rolloverUrl(rollover.id));
  return rollover;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const rolloverId = parseRolloverId(params);
  return handleForm(request, ConfirmationFormSchema, () => submitRolloverStart(person, { rolloverId }));
}

export default function ConfirmRollover() {
  return <ConfirmRolloverDialog rollover={useLoaderData<typeof loader>()} />;
}
