import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { addressOf } from "#access/caller.server.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { idOf, PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { AccessDialog } from "#features/employees/profile/access/access-dialog.tsx";
import {
  accessIn,
  changeAccess,
  endSessionFor,
} from "#features/employees/profile/access/change-access.server.ts";
import { showAccess } from "#features/employees/profile/access/show-access.server.ts";
import { listUnder } from "#features/employees/profile/profile.ts";
import { employeeIn } from "#features/employees/employee-in.server.ts";
import { badRequest } from "#runtime/errors.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={MESSAGES.profileNotSaved} />;
}

export const access = "admin" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `Access of ${shown.head.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return showAccess(visit, employeeIn(params));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const employeeId = employeeIn(params);
  const form = await postedForm(request);
  const address = addressOf(context.ip);
  const { pathname, search } = new URL(request.url);
  if (form.get("intent") === "end-session") {
    await takeEnd(person, { employeeId, form, address });
    return redirectWithNotice(pathname + search, "Session ended.");
  }
  const { was, wanted } = accessIn(form);
  const changed = await changeAccess(person, { employeeId, was, wanted, address });
  if (!changed.ok) return data({ fault: changed.fault, wanted }, { status: changed.status });
  return redirectWithNotice(pathname + search, MESSAGES.profileSaved);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function EmployeeAccess() {
  const shown = useLoaderData<typeof loader>();
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  const { employeeId = "" } = useParams();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const place = { record: `${PATHS.employees}/${employeeId}`, path: pathname, query };
  return (
    <AccessDialog
      access={shown}
      closeTo={listUnder(query)}
      failed={failed}
      key={shown.account?.held.join(" ")}
      place={place}
      refused={answer ?? null}
    />
  );
}

type End = { employeeId: number; form: FormData; address: string };

async function takeEnd(person: Person, { employeeId, form, address }: End) {
  const sessionId = idOf(String(form.get("sessionId")));
  if (sessionId === null) throw badRequest();
  await endSessionFor(person, { employeeId, sessionId, address });
}
