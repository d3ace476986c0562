import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { SetTermDialog } from "#features/settings/current-term/term-archives.tsx";
import {
  loadSetTerm,
  makeTermCurrent,
  SetTermFormSchema,
  parseTermId,
} from "#features/settings/current-term/current-term.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Set Term - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadSetTerm(person, parseTermId(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const academicTermId = parseTermId(params);
  return handleForm(request, SetTermFormSchema, ({ seen }) =>
    makeTermCurrent(person, { academicTermId, seen }),
  );
}

export default function SetTerm() {
  return <SetTermDialog {...useLoaderData<typeof loader>()} />;
}
