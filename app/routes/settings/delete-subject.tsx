import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { DeleteSubjectDialog } from "#features/settings/subjects/delete-subject-dialog.tsx";
import { readLeaving } from "#features/settings/subjects/read-school-subjects.server.ts";
import { subjectsUrl } from "#features/settings/subjects/school-subjects.rules.ts";
import { deleteSubject } from "#features/settings/subjects/store-subject.server.ts";
import { subjectIdOf } from "#features/settings/subjects/subject.schema.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Delete Subject - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return readLeaving(subjectIdOf(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  await postedForm(request);
  const { words } = await deleteSubject(person, subjectIdOf(params));
  return redirectWithNotice(subjectsUrl(), words, { seconds: 5 });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function DeleteSubject() {
  const { failed } = useAnswer(useActionData<typeof clientAction>());
  return <DeleteSubjectDialog failed={failed} leaving={useLoaderData<typeof loader>()} />;
}
