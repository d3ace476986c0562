import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { LeaveStudentDialog } from "#features/students/leave/leave-dialog.tsx";
import {
  deleteOrBringBackStudent,
  LeaveStudentFormSchema,
  loadLeavingStudent,
} from "#features/students/leave/leave.server.ts";
import { parseStudentsParams, studentsUrl } from "#features/students/list/params.rules.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";
// After a conflict the page is not reloaded, because a colleague may have deleted the student, and then the reload
// would fail.
export { shouldRevalidateWhenStale as shouldRevalidate } from "#ui/form/form-result.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.notDone} />;
}

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Delete Student - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return { leaving: await loadLeavingStudent(person, parseStudentKey(params)), closeTo: listOf(request) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const studentKey = parseStudentKey(params);
  return handleForm(request, LeaveStudentFormSchema, (input) =>
    deleteOrBringBackStudent(person, { studentKey, input, list: listOf(request) }),
  );
}

export default function DeleteStudent() {
  return <LeaveStudentDialog {...useLoaderData<typeof loader>()} />;
}

function listOf(request: Request): string {
  return studentsUrl(parseStudentsParams(new URL(request.url).searchParams));
}
