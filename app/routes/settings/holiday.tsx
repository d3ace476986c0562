import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { holidaysUrl, isAllIn } from "#features/settings/school-holidays/holidays.rules.ts";
import {
  changeHoliday,
  HolidayForm,
  holidayIdIn,
  loadHoliday,
} from "#features/settings/school-holidays/holidays.server.ts";
import { ChangeHoliday } from "#features/settings/school-holidays/holidays-page.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Change holiday - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return { holiday: await loadHoliday(holidayIdIn(params)), closeTo: listUrl(request) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const holidayId = holidayIdIn(params);
  return answerForm(request, HolidayForm, (input) =>
    changeHoliday(person, { holidayId, input, list: listUrl(request) }),
  );
}

export default function Holiday() {
  return <ChangeHoliday {...useLoaderData<typeof loader>()} />;
}

function listUrl(request: Request): string {
  return holidaysUrl(isAllIn(new URL(request.url).searchParams));
}
