import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import {
  handleClassFileForm,
  loadClassUpload,
  parseClassFileKey,
} from "#features/mark-sheet/file/class-file.server.ts";
import { ClassUploadPage } from "#features/mark-sheet/file/class-upload-page.tsx";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "marks.enter" satisfies Access;

export const handle = { back: { label: "Mark Sheets", to: PATHS.markSheets } };

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? `Upload marks of all subjects, ${view.label} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadClassUpload(person, parseClassFileKey(params));
}

/** Handles two forms: an uploaded file is answered with a preview, and the form of the preview saves the marks. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleClassFileForm(person, parseClassFileKey(params), request);
}

export default function UploadClassMarks() {
  return <ClassUploadPage view={useLoaderData<typeof loader>()} />;
}
