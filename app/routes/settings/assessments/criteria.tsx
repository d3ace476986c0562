import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { assessmentsUrl } from "#features/settings/assessments/assessments.rules.ts";
import { CriteriaDialog } from "#features/settings/assessments/criteria/criteria-dialog.tsx";
import {
  readCriteria,
  storeCriteria,
} from "#features/settings/assessments/criteria/store-criteria.server.ts";
import { classInTermOf } from "#features/settings/assessments/saved-assessments.server.ts";
import { subjectIdIn } from "#features/settings/subjects/school-subjects.server.ts";
import { actInPlace, alsoWhenStale, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Criteria - Termbook" }];

const NOTICE_SECONDS = 5;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return readCriteria(keyOf(request, params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = keyOf(request, params);
  const stored = await storeCriteria(person, key, await postedForm(request));
  if (!stored.ok) return data(stored.sent, stored.status);
  return redirectWithNotice(assessmentsUrl(key), stored.words, { seconds: NOTICE_SECONDS });
}

function keyOf(request: Request, params: LoaderFunctionArgs["params"]) {
  const query = new URL(request.url).searchParams;
  const place = classInTermOf({ term: query.get("term"), class: query.get("class") });
  return { ...place, subjectId: subjectIdIn(params) };
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = alsoWhenStale;

export default function CriteriaOfSubject() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return <CriteriaDialog failed={failed} sent={answer ?? null} shown={useLoaderData<typeof loader>()} />;
}
