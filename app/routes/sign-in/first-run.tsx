import { redirect, type ActionFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressOf } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { PATHS } from "#domain/paths.ts";
import { hasSchool } from "#features/sign-in/first-run/create-school.server.ts";
import type { FirstRunAnswer } from "#features/sign-in/first-run/first-run.rules.ts";
import { FirstRunPage } from "#features/sign-in/first-run/first-run-page.tsx";
import { readFirstRun, takeNewSchool } from "#features/sign-in/first-run/take-new-school.server.ts";

/** Until there is a school there is nobody who could sign in: a code stands for that. */
export { handle, links } from "#ui/styles/for-forms.ts";

export const access = "anyone" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Your school - Termbook" }];

/** Without script it runs after the action too, whose answer must stand: it leads nowhere. */
export async function loader() {
  return { ...readFirstRun(), exists: await hasSchool() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (await hasSchool()) throw redirect(PATHS.firstRun);
  return takeNewSchool(await postedForm(request), addressOf(context.ip));
}

export default function FirstRun() {
  return <FirstRunPage {...useLoaderData<typeof loader>()} answer={useActionData<FirstRunAnswer>()} />;
}
