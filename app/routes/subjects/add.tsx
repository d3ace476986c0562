import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import {
  AddStudentsFormSchema,
  addTickedStudents,
  loadSubjectCandidates,
} from "#features/subjects/add/add.server.ts";
import { AddStudentsDialog } from "#features/subjects/add/add-students.tsx";
import { parseSubjectId } from "#features/subjects/read-subjects.server.ts";
import { catchFailure } from "#ui/form/form-result.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";
export { shouldRevalidateWhenStale as shouldRevalidate } from "#ui/form/form-result.ts";

export const access = "subject-assignment" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Add Student - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadSubjectCandidates(parseSubjectId(params), new URL(request.url).searchParams);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const listParams = { subjectId: parseSubjectId(params), query: new URL(request.url).searchParams };
  return handleForm(request, AddStudentsFormSchema, (input) =>
    addTickedStudents(person, { ...listParams, input }),
  );
}

/**
 * Shows a failed search as a message under the search field. If the dialog itself cannot be loaded, an error page takes
 * its place.
 */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const read = () => serverLoader<typeof loader>();
  return new URL(request.url).searchParams.has("find") ? catchFailure(read) : read();
}

export default function AddStudent() {
  return <AddStudentsDialog found={useLoaderData<typeof loader>()} />;
}
