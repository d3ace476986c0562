import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { idOf, PATHS } from "#domain/paths.ts";
import { changeUpload } from "#features/students/pictures/change-upload.server.ts";
import { readUpload } from "#features/students/pictures/read-upload.server.ts";
import { uploadIn } from "#features/students/pictures/upload-in.server.ts";
import { REFRESH_MS, UploadPage } from "#features/students/pictures/upload-page.tsx";
import { UPLOAD_FILTERS, type ShownUpload } from "#features/students/pictures/uploads.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";
import { loadInPlace, useRefreshed } from "#ui/loading/use-refreshed.ts";
import { handle as styles } from "#ui/styles/for-people.ts";

export { links } from "#ui/styles/for-people.ts";

export const handle = { ...styles, back: { to: PATHS.students, label: "Students" } };

export const access = "admin" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Upload Student Pictures - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const { searchParams } = new URL(request.url);
  const pages = {
    show: UPLOAD_FILTERS.find((filter) => filter === searchParams.get("show")) ?? null,
    page: idOf(searchParams.get("page")) ?? 1,
    savedPage: idOf(searchParams.get("saved")) ?? 1,
  };
  return readUpload(visit, uploadIn(params), pages);
}

export const clientLoader = loadInPlace<typeof loader>;

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const { ok, words, isGone } = await changeUpload(person, uploadIn(params), await postedForm(request));
  const { pathname, search } = new URL(request.url);
  return redirectWithNotice(isGone ? PATHS.studentPictures : pathname + search, words, {
    tone: ok ? "done" : "refused",
  });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function PictureUpload() {
  const upload = useRefreshed<ShownUpload>(useLoaderData<typeof loader>(), untilNext);
  const { failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <>
      <UploadPage failed={failed} upload={upload} />
      <Outlet />
    </>
  );
}

/** While a ZIP is unpacked. */
function untilNext({ unpacking }: ShownUpload): number | null {
  return unpacking === null ? null : REFRESH_MS;
}
