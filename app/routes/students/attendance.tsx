import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import {
  parseAttendanceParams,
  parseAttendanceSummaryParams,
} from "#features/attendance-summary/params.rules.ts";
import { readAttendance } from "#features/attendance-summary/student/read-student.server.ts";
import { AttendanceDialog } from "#features/attendance-summary/student/student-dialogs.tsx";
import { parseStudentKey } from "#features/students/student-in.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "student-attendance" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Attendance - Termbook" }];

/** Loads View Attendance, which opens over the list or over a student's record. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const { day } = parseAttendanceSummaryParams(new URL(request.url).searchParams);
  return readAttendance(person, { studentKey: parseStudentKey(params), day });
}

export default function ViewAttendance() {
  return <AttendanceDialog {...useLoaderData<typeof loader>()} {...parseAttendanceParams(useLocation())} />;
}
