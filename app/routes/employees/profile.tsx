import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useOutlet, useParams } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { MESSAGES } from "#domain/messages.ts";
import { EmployeeRecordDialog } from "#features/employees/profile/profile-dialog.tsx";
import {
  getEmployeesUrlOfQuery,
  parseEmployeeTab,
  employeeTabUrl,
  addSaveOutcomeToEmployeeTab,
} from "#features/employees/profile/profile.ts";
import { parseEmployeeId } from "#features/employees/employee-in.server.ts";
import { submitEmployeeTab, loadEmployeeTab } from "#features/employees/profile/profile.server.ts";
import { useSavedMessage } from "#saving/screen/form/form-result.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { KEEP_OPEN } from "#domain/form-reply.ts";
import { useLastResult } from "#ui/form/form-result.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={MESSAGES.profileNotSaved} />;
}

export const access = "employees" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: profile }) => [
  { title: profile ? `Edit Employee, ${profile.head.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return loadEmployeeTab(visit, {
    employeeId: parseEmployeeId(params),
    tab: parseEmployeeTab(new URL(request.url).searchParams),
  });
}

/** Saves the active tab only. With JavaScript, the page stays open and the response contains the stored values. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await readPostedForm(request);
  const { status, sent } = await submitEmployeeTab(person, parseEmployeeId(params), form);
  if (status !== 200 || form.has(KEEP_OPEN)) return data(sent, { status });
  const { pathname: path, searchParams: query } = new URL(request.url);
  return redirectWithNotice(employeeTabUrl(path, { query, tab: sent.tab }), MESSAGES.profileSaved);
}

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";
export { shouldRevalidateWhenStale as shouldRevalidate } from "#ui/form/form-result.ts";

export default function EmployeeProfile() {
  const profile = useLoaderData<typeof loader>();
  const { result: sent } = useLastResult(useActionData<typeof action>());
  useSavedMessage(sent, MESSAGES.profileSaved);
  const { employeeId = "" } = useParams();
  const panel = useOutlet();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  return (
    <EmployeeRecordDialog
      closeTo={getEmployeesUrlOfQuery(query)}
      panel={panel}
      params={{ record: `${PATHS.employees}/${employeeId}`, path: pathname, query }}
      profile={addSaveOutcomeToEmployeeTab(profile, sent)}
    />
  );
}
