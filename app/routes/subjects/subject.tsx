import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { handleRosterForm, readSubjectRoster } from "#features/subjects/roster/roster.server.ts";
import { findRosterRefusals } from "#features/subjects/roster/posted-roster.rules.ts";
import { parseSubjectId } from "#features/subjects/read-subjects.server.ts";
import { SubjectStudents } from "#features/subjects/roster/subject-students.tsx";
import type { FormReply } from "#domain/form-reply.ts";
import { isFailure } from "#ui/form/form-result.ts";

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";
export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "subject-assignment" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.subject.title}, ` : ""}Subject Student Assignment - Termbook` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return readSubjectRoster(parseSubjectId(params), new URL(request.url).searchParams);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const query = new URL(request.url).searchParams;
  return handleRosterForm(person, {
    subjectId: parseSubjectId(params),
    query,
    form: await readPostedForm(request),
  });
}

/**
 * Reloads the roster after a rejection too, to show a colleague's change. One case is left out: if the person sent a
 * single row and that row no longer exists, the row stays on the page with the reason beside it.
 */
export function shouldRevalidate({
  actionResult,
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (actionResult === undefined) return defaultShouldRevalidate;
  if (isFailure(actionResult)) return false;
  const refusals = [...findRosterRefusals(actionResult as FormReply).values()];
  return !formData?.has("alone") || refusals.every(({ cause }) => cause !== "gone");
}

export default function Subject() {
  return (
    <>
      <SubjectStudents roster={useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
