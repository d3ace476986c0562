import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { assessmentsUrl } from "#features/settings/assessments/assessments.rules.ts";
import { CopyDialog } from "#features/settings/assessments/copy/copy-dialog.tsx";
import { copyTests, readCopy } from "#features/settings/assessments/copy/copy-tests.server.ts";
import { classInTermOf } from "#features/settings/assessments/saved-assessments.server.ts";
import { actInPlace, alsoWhenStale, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Copy Tests - Termbook" }];

const NOTICE_SECONDS = 5;

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const query = new URL(request.url).searchParams;
  const key = placeIn(query);
  const shown = await readCopy({ person, key }, query.get("from"));
  return { shown, place: { term: String(key.academicTermId), class: String(key.classId) } };
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = placeIn(new URL(request.url).searchParams);
  const stored = await copyTests({ person, key }, await postedForm(request));
  if (!stored.ok) return data(stored.sent, stored.status);
  return redirectWithNotice(assessmentsUrl(key), stored.words, { seconds: NOTICE_SECONDS });
}

function placeIn(query: URLSearchParams) {
  return classInTermOf({ term: query.get("term"), class: query.get("class") });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = alsoWhenStale;

export default function CopyTests() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return <CopyDialog {...useLoaderData<typeof loader>()} failed={failed} sent={answer ?? null} />;
}
