import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { CopyTestsDialog } from "#features/settings/assessments/copy-dialog.tsx";
import { CopyTestsFormSchema, copyTests, loadCopyTests } from "#features/settings/assessments/copy.server.ts";
import { parseAssessedClassKey } from "#features/settings/assessments/saved-assessments.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Copy tests - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const query = new URL(request.url).searchParams;
  const key = placeIn(query);
  const shown = await loadCopyTests({ person, key }, query.get("from"));
  return { shown, place: { term: String(key.academicTermId), class: String(key.classId) } };
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = placeIn(new URL(request.url).searchParams);
  return handleForm(request, CopyTestsFormSchema, (input) => copyTests({ person, key }, input));
}

function placeIn(query: URLSearchParams) {
  return parseAssessedClassKey({ term: query.get("term"), class: query.get("class") });
}

export default function CopyTests() {
  return <CopyTestsDialog {...useLoaderData<typeof loader>()} />;
}
