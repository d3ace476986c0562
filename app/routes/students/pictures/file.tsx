import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseId } from "#domain/paths.ts";
import { MatchFileDialog } from "#features/students/pictures/upload-dialogs.tsx";
import {
  changePictureUpload,
  loadFileChoice,
  PictureUploadFormSchema,
  parseUploadId,
} from "#features/students/pictures/uploads.server.ts";
import { pictureUploadUrl } from "#features/students/pictures/uploads.ts";
import { notFound } from "#runtime/errors.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "admin" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Choose the student - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  const [uploadId, fileId] = [parseUploadId(params), parseId(params.fileId)];
  if (fileId === null) throw notFound();
  return { choice: await loadFileChoice(uploadId, fileId), upload: pictureUploadUrl(uploadId) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const uploadId = parseUploadId(params);
  const page = pictureUploadUrl(uploadId) + new URL(request.url).search;
  return handleForm(request, PictureUploadFormSchema, (input) =>
    changePictureUpload(person, { uploadId, input, page }),
  );
}

export default function ChooseStudent() {
  const { choice, upload } = useLoaderData<typeof loader>();
  return <MatchFileDialog {...choice} closeTo={upload + useLocation().search} />;
}
