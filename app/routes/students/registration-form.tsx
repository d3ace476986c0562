import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { loadRegistrationFormViewer } from "#features/students/record/viewers.server.ts";
import { studentIn } from "#features/students/student-in.server.ts";
import { Viewer } from "#features/shell/frame/viewer.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "class-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Registration Form - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadRegistrationFormViewer(person, studentIn(params));
}

/** Opens over the record or over the list, and closes to the same. */
export default function RegistrationForm() {
  const { pathname, search } = useLocation();
  const closeTo = pathname.replace(/\/(?:registration-form|forms\/\d+)\/?$/, "") + search;
  return <Viewer {...useLoaderData<typeof loader>()} closeTo={closeTo} />;
}
