import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseArchiveListParams } from "#features/marks-archive/list/archive-list.ts";
import { archivedStudentIn } from "#features/marks-archive/save/find-archive.server.ts";
import { SAVED_ARCHIVE } from "#features/marks-archive/save/saved-archive.server.ts";
import { ArchiveDialog } from "#features/marks-archive/sheet/archive-dialog.tsx";
import { withOutcomes } from "#features/marks-archive/sheet/archive-sheet.ts";
import { readArchive } from "#features/marks-archive/sheet/read-archive.server.ts";
import { postedRows } from "#saving/server/posted-rows.server.ts";
import { saveForm } from "#saving/server/save-form.server.ts";
import { stayUnderDialogs } from "#saving/screen/stay-under-dialogs.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "marks-archive" satisfies Access;

export const shouldRevalidate = stayUnderDialogs;

export const meta: MetaFunction<typeof loader> = ({ data: sheet }) => [
  { title: sheet ? `Marks Archive, ${sheet.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const listParams = parseArchiveListParams(new URL(request.url).searchParams);
  return readArchive(person, archivedStudentIn(params), listParams);
}

/** Saves the whole grid for a browser without script; the page shows the outcome of each term. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await postedForm(request);
  const whose = { person, key: archivedStudentIn(params) };
  const { status, outcomes } = await saveForm(SAVED_ARCHIVE, whose, postedRows(form));
  return data({ outcomes }, { status });
}

export default function ArchiveOfStudent() {
  const sheet = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    // A new key for another student or account resets the form, so that no typed value reaches another record.
    <ArchiveDialog
      key={`${sheet.accountId} ${sheet.saveUrl}`}
      sheet={sent ? withOutcomes(sheet, sent) : sheet}
    >
      <Outlet />
    </ArchiveDialog>
  );
}
