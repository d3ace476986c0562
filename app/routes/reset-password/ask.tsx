import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressOf } from "#access/caller.server.ts";
import { newOnce, onceIn } from "#access/passwords/once.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { idOf } from "#domain/paths.ts";
import { listPlaceIn } from "#domain/people/list-place.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { AskReset, PasswordsShown } from "#features/reset-password/reset-dialog.tsx";
import { readResettable, resetPasswords } from "#features/reset-password/reset-passwords.server.ts";
import { askedAsOf, chosenIn, resetListUrl } from "#features/reset-password/reset.rules.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { notFound } from "#runtime/errors.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export const access = "employee-passwords" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Reset Password - Termbook" }];

/** Of one the id stands in the address, of several who was ticked in the list in its query. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const query = new URL(request.url).searchParams;
  const people = await readResettable(visit, askedFor(params, query.keys()));
  return { people, once: newOnce(visit.person), closeTo: resetListUrl(listPlaceIn(query)) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  const form = await postedForm(request);
  const employeeIds = askedFor(params, form.keys());
  const makeSecret = onceIn(visit.person, form.get("once"));
  const asked = { employeeIds, asOf: askedAsOf(form), address: addressOf(context.ip), makeSecret };
  const reset = await resetPasswords(visit, asked);
  const closeTo = resetListUrl(listPlaceIn(new URL(request.url).searchParams));
  // The status stands whatever the loader finds after it.
  return data({ reset, closeTo }, 200);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function AskToReset() {
  const { people, once, closeTo } = useLoaderData<typeof loader>();
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  if (answer) return <PasswordsShown {...answer} />;
  return <AskReset closeTo={closeTo} failed={failed} once={once} people={people} />;
}

/** The question is asked again after the passwords are set: what it finds then must not hide them. */
export function ErrorBoundary() {
  const { answer } = useAnswer(useActionData<typeof clientAction>());
  if (answer) return <PasswordsShown {...answer} />;
  return <FailureDialog ofFault={PEOPLE_MESSAGES.passwordNotReset} />;
}

function askedFor({ who }: Record<string, string | undefined>, ticks: Iterable<string>): number[] {
  if (who === "several") return chosenIn(ticks);
  const id = idOf(who);
  if (id === null) throw notFound("There is no such employee.");
  return [id];
}
