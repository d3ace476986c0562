import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { isArchivesIn } from "#features/settings/current-term/current-term.rules.ts";
import { CurrentTermPage } from "#features/settings/current-term/current-term-page.tsx";
import { readCurrentTerm } from "#features/settings/current-term/read-current-term.server.ts";
import { postTerm } from "#features/settings/current-term/update-term.server.ts";
import { handle as formStyles } from "#ui/page/form-styles.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { links } from "#ui/page/form-styles.ts";

export const handle = { ...formStyles, back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Current Term - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  // The dialog that sets another term opens over the list of them.
  return readCurrentTerm(visit, params.termId !== undefined || isArchivesIn(new URL(request.url)));
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const stored = await postTerm(person, await postedForm(request));
  if (stored.ok) return redirectWithNotice(PATHS.currentTerm, stored.words, { seconds: 5 });
  return data(stored.sent, stored.status);
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return actInPlace(() => serverAction<typeof action>());
}

export const shouldRevalidate = unlessFailed;

export default function CurrentTerm() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <>
      <CurrentTermPage failed={failed} sent={answer ?? null} shown={useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
