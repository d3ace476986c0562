import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import type { Person } from "#domain/person.ts";
import { parseId, PATHS } from "#domain/paths.ts";
import { AssessmentsPage } from "#features/settings/assessments/assessments-page.tsx";
import {
  assessmentsUrl,
  addOutcomesToAssessments,
} from "#features/settings/assessments/assessments.rules.ts";
import {
  AssessmentsForm,
  changeAssessments,
} from "#features/settings/assessments/change-assessments.server.ts";
import { readAssessments } from "#features/settings/assessments/read-assessments.server.ts";
import {
  parseClassInTerm,
  ASSESSMENTS_SAVE_DEFINITION,
} from "#features/settings/assessments/saved-assessments.server.ts";
import { parsePostedRows } from "#saving/server/posted-rows.server.ts";
import { savePostedForm } from "#saving/server/save-form.server.ts";

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
  if (!form.has("what")) return saveTests(person, query, form);
  const classId = parseId(query.get("class"));
  return handleForm(request, AssessmentsForm, (input) =>
    changeAssessments(person, { input, to: assessmentsUrl({ academicTermId: input.term, classId }) }),
  );
}

/** Saves all rows for a browser without script. The page shows the result of each row. */
async function saveTests(person: Person, query: URLSearchParams, form: FormData) {
  const key = parseClassInTerm({ term: query.get("term"), class: query.get("class") });
  const { status, outcomes } = await savePostedForm(
    ASSESSMENTS_SAVE_DEFINITION,
    { person, key },
    parsePostedRows(form),
  );
  return data({ outcomes }, { status });
}

export default function TermAssessments() {
  const answer = useActionData<typeof action>();
  const loaded = useLoaderData<typeof loader>();
  const outcomes = answer && "outcomes" in answer ? answer.outcomes : null;
  const shown =
    outcomes && loaded.shown
      ? { ...loaded, shown: addOutcomesToAssessments(loaded.shown, outcomes) }
      : loaded;
  return (
    <>
      <AssessmentsPage isPosted={outcomes !== null} shown={shown} />
      <Outlet />
    </>
  );
}
