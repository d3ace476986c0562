import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { HolidayDialog } from "#features/settings/school-holidays/holiday-dialog.tsx";
import { holidayIdOf } from "#features/settings/school-holidays/holiday.schema.server.ts";
import { holidaysUrl, isAllIn } from "#features/settings/school-holidays/holidays.rules.ts";
import { readHoliday } from "#features/settings/school-holidays/read-holidays.server.ts";
import { changeHoliday, deleteHoliday } from "#features/settings/school-holidays/store-holiday.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Change Holiday - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  const holiday = await readHoliday(holidayIdOf(params));
  return { holiday, closeTo: holidaysUrl(isAllIn(new URL(request.url).searchParams)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await postedForm(request);
  const store = form.get("intent") === "delete" ? deleteHoliday : changeHoliday;
  const stored = await store(person, holidayIdOf(params), form);
  if (!stored.ok) return data(stored.sent, stored.status);
  return redirectWithNotice(holidaysUrl(isAllIn(new URL(request.url).searchParams)), stored.words);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function ChangeHoliday() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return <HolidayDialog {...useLoaderData<typeof loader>()} failed={failed} sent={answer ?? null} />;
}
