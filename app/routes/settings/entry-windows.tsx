import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { EntryWindowsPage } from "#features/settings/entry-windows/entry-windows-page.tsx";
import { entryWindowsUrl } from "#features/settings/entry-windows/entry-windows.rules.ts";
import { readEntryWindows } from "#features/settings/entry-windows/read-entry-windows.server.ts";
import {
  endMoreTime,
  storeMoreTime,
  storeWindow,
  termIn,
} from "#features/settings/entry-windows/store-entry-windows.server.ts";
import { actInPlace, alsoWhenStale, useAnswer } from "#ui/page/act-in-place.ts";
import { handle as formStyles } from "#ui/styles/for-forms.ts";

export { links } from "#ui/styles/for-forms.ts";

export const handle = { ...formStyles, back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Entry Windows - Termbook" }];

const NOTICE_SECONDS = 5;

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return readEntryWindows(visit, new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  const form = await postedForm(request);
  const intent = form.get("intent");
  const store = intent === "give" ? storeMoreTime : intent === "end" ? endMoreTime : storeWindow;
  const stored = await store(visit, form);
  if (!stored.ok) return data(stored.sent, stored.status);
  return redirectWithNotice(entryWindowsUrl(termIn(form)), stored.words, { seconds: NOTICE_SECONDS });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = alsoWhenStale;

export default function EntryWindows() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return <EntryWindowsPage failed={failed} sent={answer ?? null} shown={useLoaderData<typeof loader>()} />;
}
