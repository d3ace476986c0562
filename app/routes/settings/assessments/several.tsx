import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { loadSeveralClasses } from "#features/settings/assessments/several/load-several.server.ts";
import { SeveralClassesPage } from "#features/settings/assessments/several/several-page.tsx";
import {
  changeSeveralClasses,
  SeveralClassesFormSchema,
} from "#features/settings/assessments/several/several.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Tests of several classes - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadSeveralClasses(new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleForm(request, SeveralClassesFormSchema, async (input) => changeSeveralClasses(person, input));
}

export default function TestsOfSeveralClasses() {
  return (
    <>
      <SeveralClassesPage view={useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
