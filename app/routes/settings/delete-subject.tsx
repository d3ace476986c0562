import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import { ConfirmationFormSchema } from "#access/forms/form-values.schema.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { DeleteSubjectDialog } from "#features/settings/subjects/school-subjects-page.tsx";
import {
  deleteSubject,
  loadSubjectDeletion,
  parseSubjectId,
} from "#features/settings/subjects/school-subjects.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";
export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Delete subject - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadSubjectDeletion(parseSubjectId(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleForm(request, ConfirmationFormSchema, () => deleteSubject(person, parseSubjectId(params)));
}

export default function DeleteSubject() {
  return <DeleteSubjectDialog leaving={useLoaderData<typeof loader>()} />;
}
