import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { parseId, PATHS } from "#domain/paths.ts";
import { PICTURE_UPLOAD_REFRESH_MS, PictureUploadPage } from "#features/students/pictures/upload-page.tsx";
import {
  changePictureUpload,
  loadPictureUpload,
  PictureUploadFormSchema,
  parseUploadId,
  type PictureUploadView,
} from "#features/students/pictures/uploads.server.ts";
import { PICTURE_UPLOAD_FILTERS } from "#features/students/pictures/uploads.ts";
import { keepPageOnFailedRefresh, useRefreshed } from "#ui/loading/use-refreshed.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.students, label: "Students" } };

export const access = "admin" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Upload Student Pictures - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const { searchParams } = new URL(request.url);
  const pages = {
    show: PICTURE_UPLOAD_FILTERS.find((filter) => filter === searchParams.get("show")) ?? null,
    page: parseId(searchParams.get("page")) ?? 1,
    savedPage: parseId(searchParams.get("saved")) ?? 1,
  };
  return loadPictureUpload(visit, parseUploadId(params), pages);
}

export const clientLoader = keepPageOnFailedRefresh<typeof loader>;

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const uploadId = parseUploadId(params);
  const { pathname, search } = new URL(request.url);
  return handleForm(request, PictureUploadFormSchema, (input) =>
    changePictureUpload(person, { uploadId, input, page: pathname + search }),
  );
}

export default function PictureUpload() {
  const upload = useRefreshed<PictureUploadView>(useLoaderData<typeof loader>(), untilNext);
  return (
    <>
      <PictureUploadPage upload={upload} />
      <Outlet />
    </>
  );
}

/** Returns the refresh interval in milliseconds, or null when no ZIP file is being unpacked. */
function untilNext({ unpacking }: PictureUploadView): number | null {
  return unpacking === null ? null : PICTURE_UPLOAD_REFRESH_MS;
}
