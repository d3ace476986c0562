import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useParams } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { parseAttendanceSummaryParams } from "#features/attendance-summary/params.rules.ts";
import { readAttendanceSummary } from "#features/attendance-summary/read-summary.server.ts";
import {
  ATTENDANCE_SUMMARY_REFRESH_SECONDS,
  AttendanceSummaryPage,
} from "#features/attendance-summary/summary-page.tsx";
import type { AttendanceSummaryView } from "#features/attendance-summary/summary.ts";
import { keepPageOnFailedRefresh, useRefreshed } from "#ui/loading/use-refreshed.ts";

export { shouldRevalidateWhenStale as shouldRevalidate } from "#ui/form/form-result.ts";

export const access = "attendance-summary" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Attendance Summary - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return readAttendanceSummary(visit, parseAttendanceSummaryParams(new URL(request.url).searchParams));
}

export const clientLoader = keepPageOnFailedRefresh<typeof loader>;

/** Returns the refresh interval in milliseconds, or null for a past day. */
function untilNext({ figures: { choice } }: AttendanceSummaryView): number | null {
  return choice.day === choice.today ? ATTENDANCE_SUMMARY_REFRESH_SECONDS * 1000 : null;
}

export default function AttendanceSummary() {
  const summary = useRefreshed<AttendanceSummaryView>(useLoaderData<typeof loader>(), untilNext);
  const { studentKey } = useParams();
  return (
    <>
      <AttendanceSummaryPage hasDialog={studentKey !== undefined} summary={summary} />
      <Outlet />
    </>
  );
}
