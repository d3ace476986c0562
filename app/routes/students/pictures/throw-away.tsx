import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { changeUpload } from "#features/students/pictures/change-upload.server.ts";
import { readUpload } from "#features/students/pictures/read-upload.server.ts";
import { ThrowAwayDialog } from "#features/students/pictures/throw-away-dialog.tsx";
import { uploadIn } from "#features/students/pictures/upload-in.server.ts";
import { uploadUrl } from "#features/students/pictures/uploads.ts";
import { notFound } from "#runtime/errors.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "admin" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Throw away an upload - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const asked = { show: null, page: 1, savedPage: 1 };
  const { base, about, counts } = await readUpload(visit, uploadIn(params), asked);
  if (counts.saved > 0) throw notFound("Pictures of this upload are saved: it is no longer thrown away.");
  return { url: base, about, files: counts.files };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const uploadId = uploadIn(params);
  const { words, isGone } = await changeUpload(person, uploadId, await postedForm(request));
  const next = isGone ? PATHS.studentPictures : uploadUrl(uploadId);
  return redirectWithNotice(next, words, { tone: isGone ? "done" : "refused" });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function ThrowAway() {
  const { url, about, files } = useLoaderData<typeof loader>();
  const { failed } = useAnswer(useActionData<typeof clientAction>());
  return <ThrowAwayDialog about={about} closeTo={url} failed={failed} files={files} />;
}
