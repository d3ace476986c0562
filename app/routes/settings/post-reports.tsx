import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { PostReportsPage } from "#features/settings/post-reports/post-reports-page.tsx";
import { postReportsUrl } from "#features/settings/post-reports/post-reports.rules.ts";
import { selectionIn } from "#features/settings/post-reports/selection.schema.server.ts";
import { readPostReports } from "#features/settings/post-reports/read-post-reports.server.ts";
import { postSelected } from "#features/settings/post-reports/store-postings.server.ts";
import { actInPlace, alsoWhenStale, useAnswer } from "#ui/page/act-in-place.ts";
import { handle as formStyles } from "#ui/styles/for-forms.ts";

export { links } from "#ui/styles/for-forms.ts";

export const handle = { ...formStyles, back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Post Reports - Termbook" }];

const NOTICE_SECONDS = 5;

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { shown: await readPostReports(visit, new URL(request.url).searchParams) };
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await postedForm(request);
  const selected = selectionIn(form);
  const answer = await postSelected(person, selected, form.get("intent") !== "unpost");
  if (!answer.ok) return data(answer.sent, answer.status);
  return redirectWithNotice(postReportsUrl(selected.academicTermId), answer.words, {
    seconds: NOTICE_SECONDS,
  });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = alsoWhenStale;

export default function PostReports() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <PostReportsPage failed={failed} sent={answer ?? null} shown={useLoaderData<typeof loader>().shown} />
  );
}
