import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import type { Person } from "#domain/person.ts";
import { idOf, PATHS } from "#domain/paths.ts";
import { AssessmentsPage } from "#features/settings/assessments/assessments-page.tsx";
import { assessmentsUrl, withOutcomes } from "#features/settings/assessments/assessments.rules.ts";
import { readAssessments } from "#features/settings/assessments/read-assessments.server.ts";
import { classInTermOf, SAVED_ASSESSMENTS } from "#features/settings/assessments/saved-assessments.server.ts";
import { storeClassKind } from "#features/settings/assessments/class/store-class-kind.server.ts";
import { storeTest } from "#features/settings/assessments/class/store-test.server.ts";
import { storeType } from "#features/settings/assessments/class/store-type.server.ts";
import { termIn } from "#features/settings/assessments/place-in-form.server.ts";
import type { Stored } from "#features/settings/stored.server.ts";
import { postedRows } from "#saving/server/posted-rows.server.ts";
import { saveForm } from "#saving/server/save-form.server.ts";
import { actInPlace, alsoWhenStale, useAnswer } from "#ui/page/act-in-place.ts";
import { handle as formStyles } from "#ui/styles/for-forms.ts";

export { links } from "#ui/styles/for-forms.ts";

export const handle = { ...formStyles, back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Term Assesments Configuration - Termbook" }];

const NOTICE_SECONDS = 5;

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return readAssessments(visit, new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const { person } = await requireVisit(request, access);
  const form = await postedForm(request);
  const query = new URL(request.url).searchParams;
  const store = STORES[String(form.get("what"))];
  if (!store) return saveTests(person, query, form);
  const stored = await store(person, form);
  if (!stored.ok) return data({ sent: stored.sent, outcomes: null }, stored.status);
  const place = { academicTermId: termIn(form), classId: idOf(query.get("class")) };
  return redirectWithNotice(assessmentsUrl(place), stored.words, { seconds: NOTICE_SECONDS });
}

/** By what a form of the page says it is; the table of tests says nothing. */
const STORES: Readonly<Record<string, (person: Person, form: FormData) => Promise<Stored>>> = {
  type: storeType,
  class: storeClassKind,
  test: storeTest,
};

/** All rows, as a browser without scripts sends them; the page says what became of each. */
async function saveTests(person: Person, query: URLSearchParams, form: FormData) {
  const key = classInTermOf({ term: query.get("term"), class: query.get("class") });
  const { status, outcomes } = await saveForm(SAVED_ASSESSMENTS, { person, key }, postedRows(form));
  return data({ sent: null, outcomes }, { status });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = alsoWhenStale;

export default function TermAssessments() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  const loaded = useLoaderData<typeof loader>();
  const outcomes = answer?.outcomes ?? null;
  const shown =
    outcomes && loaded.shown ? { ...loaded, shown: withOutcomes(loaded.shown, outcomes) } : loaded;
  return (
    <>
      <AssessmentsPage
        failed={failed}
        isPosted={outcomes !== null}
        sent={answer?.sent ?? null}
        shown={shown}
      />
      <Outlet />
    </>
  );
}
