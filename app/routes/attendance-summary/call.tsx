import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { CallDialog } from "#features/attendance-summary/absent/call-dialog.tsx";
import { noteCall, readCall } from "#features/attendance-summary/absent/note-call.server.ts";
import { readDay } from "#features/attendance-summary/day/read-day.server.ts";
import { summaryPlaceIn, summaryUrl } from "#features/attendance-summary/place.rules.ts";
import { studentIn } from "#features/students/student-in.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "attendance-summary" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Call - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { person, school } = await requireVisit(request, access);
  const { key, closeTo } = await asked({ request, params });
  return { call: await readCall(person, key, school.timeZone), closeTo };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { person, school } = await requireVisit(request, access);
  const form = await postedForm(request);
  const { key, closeTo } = await asked({ request, params });
  const taken = await noteCall(person, key, { form, timeZone: school.timeZone });
  if (!taken.ok) return data(taken, taken.status);
  return redirectWithNotice(closeTo, "Call noted.");
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function CallAboutStudent() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return <CallDialog {...useLoaderData<typeof loader>()} failed={failed} refused={answer ?? null} />;
}

async function asked({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">) {
  const place = summaryPlaceIn(new URL(request.url).searchParams);
  const { day } = await readDay(place.day);
  return { key: { studentKey: studentIn(params), day }, closeTo: summaryUrl(place) };
}
