import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressOf } from "#access/caller.server.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { idOf, PATHS } from "#domain/paths.ts";
import { UndoDialog } from "#features/students/merge/undo-dialog.tsx";
import { showUndo, undoMerge } from "#features/students/merge/undo-merge.server.ts";
import { notFound } from "#runtime/errors.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Undo a Merge - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showUndo(person, mergeIn(params));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  await postedForm(request);
  const undone = await undoMerge(person, { mergeId: mergeIn(params), address: addressOf(context.ip) });
  if (!undone.ok)
    return redirectWithNotice(new URL(request.url).pathname, "One of the records was changed since", {
      tone: "refused",
    });
  return redirectWithNotice(PATHS.duplicates, `${undone.name} is a record of its own again`);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function UndoMerge() {
  const { failed } = useAnswer(useActionData<typeof clientAction>());
  return <UndoDialog failed={failed} undo={useLoaderData<typeof loader>()} />;
}

function mergeIn({ mergeId }: Readonly<Record<string, string | undefined>>): number {
  const id = idOf(mergeId);
  if (id === null) throw notFound("There is no such merge.");
  return id;
}
