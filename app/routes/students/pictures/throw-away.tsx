import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { DiscardUploadDialog } from "#features/students/pictures/upload-dialogs.tsx";
import {
  changePictureUpload,
  loadPictureUpload,
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

export const meta: MetaFunction = () => [{ title: "Discard an upload - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const { base, about, counts } = await loadPictureUpload(visit, parseUploadId(params), {
    show: null,
    page: 1,
    savedPage: 1,
  });
  if (counts.saved > 0) throw notFound("You cannot discard this upload yet. Undo its saved pictures first.");
  return { closeTo: base, about, files: counts.files };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const uploadId = parseUploadId(params);
  return handleForm(request, PictureUploadFormSchema, (input) =>
    changePictureUpload(person, { uploadId, input, page: pictureUploadUrl(uploadId) }),
  );
}

export default function ThrowAway() {
  return <DiscardUploadDialog {...useLoaderData<typeof loader>()} />;
}
