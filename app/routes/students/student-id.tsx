import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { recordUrlWithoutPanel } from "#domain/people/record-params.ts";
import { StudentIdDialog } from "#features/students/general/student-id-dialog.tsx";
import {
  changeStudentId,
  loadStudentId,
  StudentIdFormSchema,
} from "#features/students/general/general.server.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.studentNotSaved} />;
}

export const access = "admin" satisfies Access;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadStudentId(person, { studentKey: parseStudentKey(params) });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const studentKey = parseStudentKey(params);
  const record = recordUrlWithoutPanel(new URL(request.url));
  return handleForm(request, StudentIdFormSchema, (input) =>
    changeStudentId(person, { studentKey, input, record }),
  );
}

export default function ChangeStudentId() {
  return (
    <StudentIdDialog {...useLoaderData<typeof loader>()} closeTo={recordUrlWithoutPanel(useLocation())} />
  );
}
