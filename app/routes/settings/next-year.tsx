import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { NextYearPage } from "#features/settings/next-year/next-year-page.tsx";
import { parseNextYearTab } from "#features/settings/next-year/next-year.rules.ts";
import {
  changeNextYear,
  loadNextYear,
  NextYearFormSchema,
} from "#features/settings/next-year/next-year.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Next year’s classes - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadNextYear(new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const tab = parseNextYearTab(new URL(request.url).searchParams);
  return handleForm(request, NextYearFormSchema, (input) => changeNextYear(person, { input, tab }));
}

export default function NextYearsClasses() {
  return <NextYearPage {...useLoaderData<typeof loader>()} />;
}
