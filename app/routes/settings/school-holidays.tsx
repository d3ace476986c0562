import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { holidaysUrl, hasAllParam } from "#features/settings/school-holidays/holidays.rules.ts";
import {
  changeSchoolDays,
  loadHolidays,
  SchoolDaysFormSchema,
} from "#features/settings/school-holidays/holidays.server.ts";
import { HolidaysPage } from "#features/settings/school-holidays/holidays-page.tsx";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "School holidays - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadHolidays(new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const list = holidaysUrl(hasAllParam(new URL(request.url).searchParams));
  return handleForm(request, SchoolDaysFormSchema, (input) => changeSchoolDays(person, { input, list }));
}

export default function SchoolHolidays() {
  return (
    <>
      <HolidaysPage {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
