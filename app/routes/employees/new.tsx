import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressOf } from "#access/caller.server.ts";
import { newOnce } from "#access/passwords/once.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { FirstPasswordDialog } from "#features/employees/add/first-password-dialog.tsx";
import { NewEmployeeDialog } from "#features/employees/add/new-employee-dialog.tsx";
import type { NewEmployeeAnswer } from "#features/employees/add/new-employee.rules.ts";
import { takeEmployee } from "#features/employees/add/take-employee.server.ts";
import { employeeDialogUrl, employeesPlaceIn, employeesUrl } from "#features/employees/list/place.rules.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.notDone} />;
}

export const access = "employees" satisfies Access;

export const meta: MetaFunction = () => [{ title: "New Employee - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const place = employeesPlaceIn(new URL(request.url).searchParams);
  return { once: newOnce(person), closeTo: employeesUrl(place), againTo: employeeDialogUrl("new", place) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  const sent = { form: await postedForm(request), address: addressOf(context.ip) };
  const answer = await takeEmployee(visit, sent);
  return data(answer, answer.added ? 200 : 422);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function NewEmployee() {
  const { once, closeTo, againTo } = useLoaderData<typeof loader>();
  const came = useAnswer(useActionData<typeof clientAction>());
  const answer = came.answer as SerializeFrom<NewEmployeeAnswer> | undefined;
  if (answer?.added) return <FirstPasswordDialog added={answer.added} againTo={againTo} closeTo={closeTo} />;
  return (
    <NewEmployeeDialog
      closeTo={closeTo}
      errors={answer?.errors ?? null}
      failed={came.failed}
      once={once}
      typed={answer?.typed ?? null}
    />
  );
}
