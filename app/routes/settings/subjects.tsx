import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { readSchoolSubjects } from "#features/settings/subjects/read-school-subjects.server.ts";
import { SchoolSubjectsPage } from "#features/settings/subjects/school-subjects-page.tsx";
import { subjectsUrl } from "#features/settings/subjects/school-subjects.rules.ts";
import { bringBackSubject, postSubject } from "#features/settings/subjects/store-subject.server.ts";
import { subjectIdOf, subjectsPlaceIn } from "#features/settings/subjects/subject.schema.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";
import { handle as formStyles } from "#ui/styles/for-forms.ts";

export { links } from "#ui/styles/for-forms.ts";

export const handle = { ...formStyles, back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Add / Edit Subjects - Termbook" }];

const NOTICE_SECONDS = 5;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return readSchoolSubjects(new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await postedForm(request);
  const { tab, edit } = subjectsPlaceIn(new URL(request.url).searchParams);
  if (form.get("intent") === "bring-back") {
    const { ok, words } = await bringBackSubject(
      person,
      subjectIdOf({ subjectId: String(form.get("subject")) }),
    );
    return redirectWithNotice(subjectsUrl({ tab }), words, {
      tone: ok ? "done" : "refused",
      seconds: NOTICE_SECONDS,
    });
  }
  const stored = await postSubject(
    person,
    edit === "new" ? null : subjectIdOf({ subjectId: String(edit) }),
    form,
  );
  if (!stored.ok) return data(stored.sent, stored.status);
  return redirectWithNotice(subjectsUrl({ tab }), stored.words, { seconds: NOTICE_SECONDS });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function SchoolSubjects() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <>
      <SchoolSubjectsPage failed={failed} sent={answer ?? null} shown={useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
