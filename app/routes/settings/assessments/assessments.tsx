import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { parseId, PATHS } from "#domain/paths.ts";
import { AssessmentsPage } from "#features/settings/assessments/assessments-page.tsx";
import {
  assessmentsUrl,
  addSaveOutcomesToAssessments,
} from "#features/settings/assessments/assessments.rules.ts";
import {
  AssessmentsFormSchema,
  changeAssessments,
} from "#features/settings/assessments/change-assessments.server.ts";
import { readAssessments } from "#features/settings/assessments/read-assessments.server.ts";
import {
  parseAssessedClassKey,
  ASSESSMENTS_SAVE_DEFINITION,
} from "#features/settings/assessments/saved-assessments.server.ts";
import { saveRowsWithoutScript } from "#saving/server/save-form.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Term Assesments Configuration - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return readAssessments(visit, new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const { person } = await requireVisit(request, access);
  const form = await readPostedForm(request);
  const query = new URL(request.url).searchParams;
  if (!form.has("what")) {
    const key = parseAssessedClassKey({ term: query.get("term"), class: query.get("class") });
    return saveRowsWithoutScript(ASSESSMENTS_SAVE_DEFINITION, { person, key, form });
  }
  const classId = parseId(query.get("class"));
  return handleForm(request, AssessmentsFormSchema, (input) =>
    changeAssessments(person, { input, to: assessmentsUrl({ academicTermId: input.term, classId }) }),
  );
}

export default function TermAssessments() {
  const answer = useActionData<typeof action>();
  const loaded = useLoaderData<typeof loader>();
  const outcomes = answer && "outcomes" in answer ? answer.outcomes : null;
  const shown =
    outcomes && loaded.shown
      ? { ...loaded, shown: addSaveOutcomesToAssessments(loaded.shown, outcomes) }
      : loaded;
  return (
    <>
      <AssessmentsPage isPosted={outcomes !== null} shown={shown} />
      <Outlet />
    </>
  );
}
