import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { holidaysUrl, isAllIn } from "#features/settings/school-holidays/holidays.rules.ts";
import { HolidaysPage } from "#features/settings/school-holidays/holidays-page.tsx";
import { readHolidays } from "#features/settings/school-holidays/read-holidays.server.ts";
import { addHoliday } from "#features/settings/school-holidays/store-holiday.server.ts";
import { closeDay, openDay } from "#features/settings/school-holidays/store-opened-day.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";
import { handle as formStyles } from "#ui/styles/for-forms.ts";

export { links } from "#ui/styles/for-forms.ts";

export const handle = { ...formStyles, back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "School Holidays - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return readHolidays(new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await postedForm(request);
  const intent = form.get("intent");
  const store = intent === "open" ? openDay : intent === "close" ? closeDay : addHoliday;
  const stored = await store(person, form);
  if (stored.ok)
    return redirectWithNotice(holidaysUrl(isAllIn(new URL(request.url).searchParams)), stored.words);
  return data({ ...stored.sent, of: store === addHoliday ? "holiday" : "opened" } as const, stored.status);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function SchoolHolidays() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <>
      <HolidaysPage failed={failed} sent={answer ?? null} shown={useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
