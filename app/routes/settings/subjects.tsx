import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { SchoolSubjectsPage } from "#features/settings/subjects/school-subjects-page.tsx";
import {
  changeSubjects,
  loadSchoolSubjects,
  SubjectsFormSchema,
  parseSchoolSubjectsParams,
} from "#features/settings/subjects/school-subjects.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Add / Edit Subjects - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadSchoolSubjects(new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const params = parseSchoolSubjectsParams(new URL(request.url).searchParams);
  return handleForm(request, SubjectsFormSchema, (input) => changeSubjects(person, { ...params, input }));
}

export default function SchoolSubjects() {
  return (
    <>
      <SchoolSubjectsPage {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
