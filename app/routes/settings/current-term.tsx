import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { CurrentTermPage } from "#features/settings/current-term/current-term-page.tsx";
import {
  changeCurrentTerm,
  CurrentTermFormSchema,
  loadCurrentTerm,
} from "#features/settings/current-term/current-term.server.ts";
import { rehearseNextTerm } from "#features/rollover/start-rehearsal.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Current Term - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return loadCurrentTerm(visit, { url: new URL(request.url), isSetting: params.termId !== undefined });
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleForm(request, CurrentTermFormSchema, (input) =>
    input.intent === "advance" ? rehearseNextTerm(person, input) : changeCurrentTerm(person, input),
  );
}

export default function CurrentTerm() {
  return (
    <>
      <CurrentTermPage {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
