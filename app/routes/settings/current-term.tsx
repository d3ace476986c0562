import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isArchivesIn, purposeIn } from "#features/settings/current-term/current-term.rules.ts";
import { CurrentTermPage } from "#features/settings/current-term/current-term-page.tsx";
import { readCurrentTerm } from "#features/settings/current-term/read-current-term.server.ts";
import { givenDates } from "#features/settings/current-term/term.schema.server.ts";
import { postTerm } from "#features/settings/current-term/update-term.server.ts";
import { notStored } from "#features/settings/stored.server.ts";
import { postAdvance } from "#features/term-turn/post-advance.server.ts";
import { handle as formStyles } from "#ui/styles/for-forms.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { links } from "#ui/styles/for-forms.ts";

export const handle = { ...formStyles, back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Current Term - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  // The dialog that sets another term opens over the list of them.
  const url = new URL(request.url);
  const isArchives = params.termId !== undefined || isArchivesIn(url);
  return readCurrentTerm(visit, { isArchives, purpose: purposeIn(url) });
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await postedForm(request);
  if (form.get("intent") === "advance") return advance(person, form);
  const stored = await postTerm(person, form);
  if (stored.ok) return redirectWithNotice(PATHS.currentTerm, stored.words, { seconds: 5 });
  return data(stored.sent, stored.status);
}

/** Pressing Advance moves nobody: it rehearses (design section 6). */
async function advance(person: Person, form: FormData) {
  const asked = { given: givenDates(form), seenTermId: Number(form.get("term")) };
  const posted = await postAdvance(person, asked);
  if (posted.ok) return redirect(posted.to);
  const { sent, status } = notStored(posted.status, form, posted.faults);
  return data(sent, status);
}

export const clientAction = actInPlace<typeof action>;

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
