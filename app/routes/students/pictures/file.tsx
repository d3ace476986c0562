import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { idOf } from "#domain/paths.ts";
import { changeUpload } from "#features/students/pictures/change-upload.server.ts";
import { FileDialog } from "#features/students/pictures/file-dialog.tsx";
import { readFileChoice } from "#features/students/pictures/read-upload.server.ts";
import { uploadIn } from "#features/students/pictures/upload-in.server.ts";
import { uploadUrl } from "#features/students/pictures/uploads.ts";
import { notFound } from "#runtime/errors.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "admin" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Choose the student - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  const [uploadId, fileId] = [uploadIn(params), idOf(params.fileId)];
  if (fileId === null) throw notFound();
  return { ...(await readFileChoice(uploadId, fileId)), upload: uploadUrl(uploadId) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const uploadId = uploadIn(params);
  const { ok, words } = await changeUpload(person, uploadId, await postedForm(request));
  const { search } = new URL(request.url);
  return redirectWithNotice(uploadUrl(uploadId) + search, words, { tone: ok ? "done" : "refused" });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function ChooseStudent() {
  const { file, choices, upload } = useLoaderData<typeof loader>();
  const { failed } = useAnswer(useActionData<typeof clientAction>());
  return <FileDialog choices={choices} closeTo={upload + useLocation().search} failed={failed} file={file} />;
}
