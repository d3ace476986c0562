import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { makeNextYear } from "#features/settings/next-year/make-next-year.server.ts";
import { NextYearPage } from "#features/settings/next-year/next-year-page.tsx";
import { nextYearUrl, tabIn, type NextYearTab } from "#features/settings/next-year/next-year.rules.ts";
import { readNextYear } from "#features/settings/next-year/read-next-year.server.ts";
import { chooseLeads } from "#features/settings/next-year/store-leads.server.ts";
import { carryTicked } from "#features/settings/next-year/lessons/store-lessons.server.ts";
import { chooseMoves } from "#features/settings/next-year/store-moves.server.ts";
import { handle as styles } from "#ui/styles/for-forms.ts";
import { actInPlace, alsoWhenStale, useAnswer } from "#ui/page/act-in-place.ts";

export { links } from "#ui/styles/for-forms.ts";

export const handle = { ...styles, back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Next Year's Classes - Termbook" }];

const NOTICE_SECONDS = 5;

const STORES: Record<NextYearTab, typeof chooseMoves> = {
  classes: chooseMoves,
  teachers: chooseLeads,
  lessons: carryTicked,
};

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return readNextYear(new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await postedForm(request);
  const tab = tabIn(new URL(request.url).searchParams);
  const store = form.get("intent") === "make" ? makeNextYear : STORES[tab];
  const stored = await store(person, form);
  if (!stored.ok) return data(stored.sent, stored.status);
  return redirectWithNotice(nextYearUrl(tab), stored.words, { seconds: NOTICE_SECONDS });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = alsoWhenStale;

export default function NextYearsClasses() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return <NextYearPage failed={failed} sent={answer ?? null} shown={useLoaderData<typeof loader>()} />;
}
