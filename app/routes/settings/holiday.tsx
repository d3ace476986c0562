import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { holidaysUrl, hasAllParam } from "#features/settings/school-holidays/holidays.rules.ts";
import {
  changeHoliday,
  HolidayFormSchema,
  parseHolidayId,
  loadHoliday,
} from "#features/settings/school-holidays/holidays.server.ts";
import { ChangeHolidayDialog } from "#features/settings/school-holidays/holidays-page.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Change holiday - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return { holiday: await loadHoliday(parseHolidayId(params)), closeTo: listUrl(request) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const holidayId = parseHolidayId(params);
  return handleForm(request, HolidayFormSchema, (input) =>
    changeHoliday(person, { holidayId, input, list: listUrl(request) }),
  );
}

export default function Holiday() {
  return <ChangeHolidayDialog {...useLoaderData<typeof loader>()} />;
}

function listUrl(request: Request): string {
  return holidaysUrl(hasAllParam(new URL(request.url).searchParams));
}
