import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import {
  parseAttendanceSummaryParams,
  attendanceSummaryUrl,
} from "#features/attendance-summary/params.rules.ts";
import { readStudentTermAttendance } from "#features/attendance-summary/student/read-student.server.ts";
import { StudentTermDialog } from "#features/attendance-summary/student/student-dialogs.tsx";
import { parseStudentKey } from "#features/students/student-in.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "attendance-summary" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Attendance of the Term - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const listParams = parseAttendanceSummaryParams(new URL(request.url).searchParams);
  const student = await readStudentTermAttendance(person, {
    studentKey: parseStudentKey(params),
    day: listParams.day,
  });
  return { student, closeTo: attendanceSummaryUrl(listParams) };
}

export default function StudentTerm() {
  return <StudentTermDialog {...useLoaderData<typeof loader>()} />;
}
