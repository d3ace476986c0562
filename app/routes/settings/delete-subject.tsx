import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerForm, done } from "#access/forms/answer-form.server.ts";
import { Confirmation } from "#access/forms/form-values.schema.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { DeleteSubjectDialog } from "#features/settings/subjects/delete-subject-dialog.tsx";
import { readLeaving } from "#features/settings/subjects/read-school-subjects.server.ts";
import { subjectsUrl } from "#features/settings/subjects/school-subjects.rules.ts";
import { deleteSubject } from "#features/settings/subjects/store-subject.server.ts";
import { subjectIdOf } from "#features/settings/subjects/subject.schema.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";
export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Delete Subject - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return readLeaving(subjectIdOf(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return answerForm(request, Confirmation, async () => {
    const { words } = await deleteSubject(person, subjectIdOf(params));
    return done(subjectsUrl(), words, { seconds: 5 });
  });
}

export default function DeleteSubject() {
  return <DeleteSubjectDialog leaving={useLoaderData<typeof loader>()} />;
}
