import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressOf } from "#access/caller.server.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { idOf } from "#domain/paths.ts";
import { employeeIn } from "#features/employees/employee-in.server.ts";
import { LeaveDialog } from "#features/employees/leave/delete-dialog.tsx";
import { bringBack, deleteEmployee } from "#features/employees/leave/leave.server.ts";
import { readLeaving } from "#features/employees/leave/read-leaving.server.ts";
import { employeesPlaceIn, employeesUrl } from "#features/employees/list/place.rules.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.notDone} />;
}

export const access = "employees" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Delete Employee - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return { leaving: await readLeaving(person, employeeIn(params)), closeTo: listOf(request) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await postedForm(request);
  const [statusId, successorId] = [String(form.get("status") ?? ""), String(form.get("successor") ?? "")];
  const asked = { employeeId: employeeIn(params), address: addressOf(context.ip) };
  const isBack = form.get("intent") === "bring-back";
  const left = isBack
    ? await bringBack(person, asked)
    : await deleteEmployee(person, {
        ...asked,
        statusId: idOf(statusId) ?? 0,
        successorId: successorId === "" ? null : (idOf(successorId) ?? 0),
      });
  if (!left.ok) return data({ refused: { fault: left.fault, statusId, successorId } }, left.status);
  return redirectWithNotice(listOf(request), `${left.name} ${isBack ? "brought back" : "deleted"}`);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function DeleteEmployee() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  const refused = answer?.refused ?? null;
  return <LeaveDialog {...useLoaderData<typeof loader>()} failed={failed} refused={refused} />;
}

function listOf(request: Request): string {
  return employeesUrl(employeesPlaceIn(new URL(request.url).searchParams));
}
