import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { placeOfTimetable, substituteUrl } from "#features/employees/timetable/place.rules.ts";
import {
  postSubstitute,
  postTakeBack,
} from "#features/employees/timetable/substitute/post-substitute.server.ts";
import { readSubstitutes } from "#features/employees/timetable/substitute/read-substitutes.server.ts";
import { SubstituteDialog } from "#features/employees/timetable/substitute/substitute-dialog.tsx";
import { TAKE_BACK } from "#features/employees/timetable/substitute/substitutes.ts";
import { employeeIn } from "#features/employees/employee-in.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "employees" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Give to a substitute - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  const employeeId = employeeIn(params);
  const { url: closeTo } = placeOfTimetable(employeeId, new URL(request.url).searchParams);
  return { shown: await readSubstitutes(employeeId), closeTo };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const employeeId = employeeIn(params);
  const form = await postedForm(request);
  const { url } = placeOfTimetable(employeeId, new URL(request.url).searchParams);
  if (form.get("intent") === TAKE_BACK) {
    await postTakeBack(person, employeeId, form);
    return redirectWithNotice(substituteUrl(url), "Taken back from the substitute.");
  }
  const posted = await postSubstitute(person, employeeId, form);
  return posted.ok
    ? redirectWithNotice(url, "Given to the substitute.")
    : data({ sent: posted.sent }, posted.status);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function Substitute() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return <SubstituteDialog {...useLoaderData<typeof loader>()} failed={failed} sent={answer?.sent ?? null} />;
}
