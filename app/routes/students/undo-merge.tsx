import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shortenIpAddress } from "#access/caller.server.ts";
import { handleForm } from "#access/forms/answer-form.server.ts";
import { ConfirmationFormSchema } from "#access/forms/form-values.schema.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseId } from "#domain/paths.ts";
import { UndoMergeDialog } from "#features/students/merge/undo-dialog.tsx";
import { loadUndoMerge, undoMerge } from "#features/students/merge/undo-merge.server.ts";
import { itemNotFound } from "#runtime/errors.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Undo a merge - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadUndoMerge(person, mergeIn(params));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const [mergeId, address] = [mergeIn(params), shortenIpAddress(context.ip)];
  return handleForm(request, ConfirmationFormSchema, () => undoMerge(person, { mergeId, address }));
}

export default function UndoMerge() {
  return <UndoMergeDialog {...useLoaderData<typeof loader>()} />;
}

function mergeIn({ mergeId }: Readonly<Record<string, string | undefined>>): number {
  const id = parseId(mergeId);
  if (id === null) throw itemNotFound("merge");
  return id;
}
