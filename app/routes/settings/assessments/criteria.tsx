import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { CriteriaDialog } from "#features/settings/assessments/assessments-page.tsx";
import {
  CriteriaFormSchema,
  loadCriteria,
  saveCriteria,
} from "#features/settings/assessments/criteria.server.ts";
import { parseAssessedClassKey } from "#features/settings/assessments/saved-assessments.server.ts";
import { parseSubjectId } from "#features/settings/subjects/school-subjects.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Criteria - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadCriteria(keyOf(request, params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = keyOf(request, params);
  return handleForm(request, CriteriaFormSchema, (input) => saveCriteria(person, key, input));
}

function keyOf(request: Request, params: LoaderFunctionArgs["params"]) {
  const query = new URL(request.url).searchParams;
  const place = parseAssessedClassKey({ term: query.get("term"), class: query.get("class") });
  return { ...place, subjectId: parseSubjectId(params) };
}

export default function CriteriaOfSubject() {
  return <CriteriaDialog {...useLoaderData<typeof loader>()} />;
}
