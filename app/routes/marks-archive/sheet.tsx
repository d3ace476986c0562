import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseArchiveListParams } from "#features/marks-archive/list/archive-list.ts";
import { parseArchivedStudentKey } from "#features/marks-archive/save/find-archive.server.ts";
import { ARCHIVE_SAVE_DEFINITION } from "#features/marks-archive/save/saved-archive.server.ts";
import { ArchiveDialog } from "#features/marks-archive/sheet/archive-dialog.tsx";
import { addSaveOutcomesToMarksArchive } from "#features/marks-archive/sheet/archive-sheet.ts";
import { loadArchiveSheet } from "#features/marks-archive/sheet/read-archive.server.ts";
import { saveRowsWithoutScript } from "#saving/server/save-form.server.ts";
import { shouldRevalidateUnlessUnderDialog } from "#saving/screen/stay-under-dialogs.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "marks-archive" satisfies Access;

export const shouldRevalidate = shouldRevalidateUnlessUnderDialog;

export const meta: MetaFunction<typeof loader> = ({ data: sheet }) => [
  { title: sheet ? `Marks Archive, ${sheet.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const listParams = parseArchiveListParams(new URL(request.url).searchParams);
  return loadArchiveSheet(person, parseArchivedStudentKey(params), listParams);
}

/** Saves the whole grid for a browser without JavaScript. The page shows the result of each term. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await readPostedForm(request);
  return saveRowsWithoutScript(ARCHIVE_SAVE_DEFINITION, {
    person,
    key: parseArchivedStudentKey(params),
    form,
  });
}

export default function ArchiveOfStudent() {
  const sheet = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    // The key changes with the student and the account, so that typed text never appears in another student's archive.
    <ArchiveDialog
      key={`${sheet.accountId} ${sheet.saveUrl}`}
      sheet={sent ? addSaveOutcomesToMarksArchive(sheet, sent) : sheet}
    >
      <Outlet />
    </ArchiveDialog>
  );
}
