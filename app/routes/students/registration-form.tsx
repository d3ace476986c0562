import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { loadRegistrationFormViewer } from "#features/students/record/load-record.server.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";
import { DocumentViewer } from "#features/shell/frame/viewer.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "class-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Registration Form - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadRegistrationFormViewer(person, parseStudentKey(params));
}

/** The viewer of the registration form, which opens over a record or over the list and returns there when closed. */
export default function RegistrationForm() {
  const { pathname, search } = useLocation();
  const closeTo = pathname.replace(/\/(?:registration-form|forms\/\d+)\/?$/, "") + search;
  return <DocumentViewer {...useLoaderData<typeof loader>()} closeTo={closeTo} />;
}
