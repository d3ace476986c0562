import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { sheetKeyOf } from "#features/mark-sheet/sheet/find-sheet.server.ts";
import { withOutcomes } from "#features/mark-sheet/sheet/sheet.ts";
import { SAVED_SHEET } from "#features/mark-sheet/save/saved-sheet.server.ts";
import { SheetPage } from "#features/mark-sheet/sheet/sheet-page.tsx";
import { showSheet } from "#features/mark-sheet/sheet/show-sheet.server.ts";
import { postedRows } from "#saving/server/posted-rows.server.ts";
import { saveForm } from "#saving/server/save-form.server.ts";
import { stayUnderDialogs } from "#saving/screen/stay-under-dialogs.ts";
import { usePrefetchedRoutes } from "#ui/page/use-prefetched-routes.ts";

export const access = "marks.enter" satisfies Access;

export const handle = { wide: true, offline: true };

export const shouldRevalidate = stayUnderDialogs;

export const meta: MetaFunction<typeof loader> = ({ data: sheet }) => [
  {
    title: sheet
      ? `${sheet.heading.subject}, ${sheet.heading.classLabel}, ${sheet.testTitle} - Termbook`
      : "Termbook",
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showSheet(person, sheetKeyOf(params));
}

/** The whole sheet as a browser without scripts sends it; the page says what became of each row. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const posted = postedRows(await postedForm(request));
  const { status, outcomes } = await saveForm(SAVED_SHEET, { person, key: sheetKeyOf(params) }, posted);
  return data({ outcomes }, { status });
}

const DIALOGS = ["routes/mark-sheet/history", "routes/mark-sheet/print"];

export default function MarkSheetScreen() {
  usePrefetchedRoutes(DIALOGS);
  const sheet = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    <>
      <SheetPage sheet={sent ? withOutcomes(sheet, sent.outcomes) : sheet} />
      <Outlet />
    </>
  );
}
