import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { MarkUploadPage } from "#features/mark-sheet/file/upload-page.tsx";
import {
  handleMarkFileForm,
  loadMarkUpload,
  type MarkUploadView,
} from "#features/mark-sheet/file/upload.server.ts";
import { parseMarkSheetParams } from "#features/mark-sheet/sheet/find-sheet.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "marks.enter" satisfies Access;

export const handle = {
  back: ({ title, sheetUrl }: MarkUploadView) => ({ label: title, to: sheetUrl }),
};

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? `Upload marks, ${view.title}, ${view.testTitle} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadMarkUpload(person, parseMarkSheetParams(params));
}

/** Handles two forms: an uploaded file is answered with a preview, and the form of the preview saves the marks. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleMarkFileForm(person, parseMarkSheetParams(params), request);
}

export default function UploadMarks() {
  return <MarkUploadPage view={useLoaderData<typeof loader>()} />;
}
