import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { CallNoteDialog } from "#features/attendance-summary/absent/absent-panel.tsx";
import {
  CallNoteFormSchema,
  loadCallNote,
  saveCallNote,
} from "#features/attendance-summary/absent/absent.server.ts";
import { readDayAndCalendar } from "#features/attendance-summary/day/read-day.server.ts";
import {
  parseAttendanceSummaryParams,
  attendanceSummaryUrl,
} from "#features/attendance-summary/params.rules.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "attendance-summary" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Call - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { person, school } = await requireVisit(request, access);
  const { absence, closeTo } = await absenceIn(request, params);
  return { call: await loadCallNote(person, absence, school.timeZone), closeTo };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { person, school } = await requireVisit(request, access);
  const { absence, closeTo } = await absenceIn(request, params);
  const { timeZone } = school;
  return handleForm(request, CallNoteFormSchema, (input) =>
    saveCallNote(person, { absence, input, timeZone, closeTo }),
  );
}

export default function CallAboutStudent() {
  return <CallNoteDialog {...useLoaderData<typeof loader>()} />;
}

async function absenceIn(request: Request, params: LoaderFunctionArgs["params"]) {
  const listParams = parseAttendanceSummaryParams(new URL(request.url).searchParams);
  const { day } = await readDayAndCalendar(listParams.day);
  return { absence: { studentKey: parseStudentKey(params), day }, closeTo: attendanceSummaryUrl(listParams) };
}
