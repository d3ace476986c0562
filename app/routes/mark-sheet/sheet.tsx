import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS, markSheetUrl } from "#domain/paths.ts";
import { findOwnMarkSheet, parseMarkSheetParams } from "#features/mark-sheet/sheet/find-sheet.server.ts";
import {
  MARK_SHEET_FORM_ID,
  addSaveOutcomesToMarkSheet,
  type MarkSheetView,
} from "#features/mark-sheet/sheet/sheet.ts";
import { MARK_SHEET_SAVE_DEFINITION } from "#features/mark-sheet/save/saved-sheet.server.ts";
import { MarkSheetPage } from "#features/mark-sheet/sheet/sheet-page.tsx";
import { loadMarkSheet } from "#features/mark-sheet/sheet/load-sheet.server.ts";
import { FailureModal } from "#features/shell/frame/failure-dialog.tsx";
import { saveRowsWithoutScript } from "#saving/server/save-form.server.ts";
import { shouldRevalidateUnlessUnderDialog } from "#saving/screen/stay-under-dialogs.ts";
import { usePrefetchedRoutes } from "#ui/loading/use-prefetched-routes.ts";

export const access = "marks.enter" satisfies Access;

export const handle = {
  wide: true,
  offline: true,
  formToLeave: ({ canEdit, rows }: MarkSheetView) => (canEdit && rows.length > 0 ? MARK_SHEET_FORM_ID : null),
};

export const shouldRevalidate = shouldRevalidateUnlessUnderDialog;

export const meta: MetaFunction<typeof loader> = ({ data: sheet }) => [
  {
    title: sheet
      ? `${sheet.heading.subject}, ${sheet.heading.classLabel}, ${sheet.testTitle} - Termbook`
      : "Termbook",
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseMarkSheetParams(params);
  const sheet = await loadMarkSheet(person, key);
  const own = sheet.canEdit ? null : await findOwnMarkSheet(person, key);
  if (own) throw redirect(markSheetUrl(own));
  return sheet;
}

/** Saves the whole mark sheet for a browser without JavaScript. The page shows the result of each row. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await readPostedForm(request);
  return saveRowsWithoutScript(MARK_SHEET_SAVE_DEFINITION, {
    person,
    key: parseMarkSheetParams(params),
    form,
  });
}

const DIALOGS = ["routes/mark-sheet/history", "routes/mark-sheet/print"];

export default function MarkSheetScreen() {
  usePrefetchedRoutes(DIALOGS);
  const sheet = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    <>
      <MarkSheetPage sheet={sent ? addSaveOutcomesToMarkSheet(sheet, sent) : sheet} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <FailureModal
      close="Other mark sheets"
      closeTo={PATHS.markSheets}
      error={useRouteError()}
      of="The mark sheet was not opened"
    />
  );
}
