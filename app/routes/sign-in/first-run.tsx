import { redirect, type ActionFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shortenIpAddress } from "#access/caller.server.ts";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { PATHS } from "#domain/paths.ts";
import { FirstRunPage } from "#features/sign-in/first-run/first-run-page.tsx";
import {
  FirstRunFormSchema,
  hasSchool,
  loadFirstRun,
  createSchoolFromForm,
} from "#features/sign-in/first-run/first-run.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

/**
 * This route is open to anyone, because nobody can sign in before a school exists. The setup code protects the page
 * instead.
 */
export const access = "anyone" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Your school - Termbook" }];

/**
 * Loads the page without ever redirecting, because without JavaScript the loader also runs after the action, whose
 * result must be shown.
 */
export function loader() {
  return loadFirstRun();
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (await hasSchool()) throw redirect(PATHS.firstRun);
  return handleForm(request, FirstRunFormSchema, (input) =>
    createSchoolFromForm(input, shortenIpAddress(context.ip)),
  );
}

export default function FirstRun() {
  return <FirstRunPage {...useLoaderData<typeof loader>()} />;
}
