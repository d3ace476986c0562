import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import {
  AssessmentsFormSchema,
  changeAssessments,
  loadTermTypeChange,
} from "#features/settings/assessments/change-assessments.server.ts";
import { severalClassesUrl } from "#features/settings/assessments/several/several.rules.ts";
import { TermTypeDialog } from "#features/settings/assessments/several/scopes.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Assessment type for the term - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadTermTypeChange(new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleForm(request, AssessmentsFormSchema, (input) =>
    changeAssessments(person, { input, to: severalClassesUrl({ academicTermId: input.term, scope: null }) }),
  );
}

export default function TypeOfTerm() {
  return <TermTypeDialog {...useLoaderData<typeof loader>()} />;
}
