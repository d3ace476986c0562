import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { listUploads } from "#features/students/pictures/uploads.server.ts";
import { PictureUploadsPage } from "#features/students/pictures/start-page.tsx";
import { randomId } from "#runtime/ids.ts";

export const handle = { back: { to: PATHS.students, label: "Students" } };

export const access = "admin" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Upload Student Pictures - Termbook" }];

/** Creates the upload's id before the form is sent, so that a repeated request does not create a second upload. */
export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { uploadId: randomId(), uploads: await listUploads(visit) };
}

export default function UploadStudentPictures() {
  return <PictureUploadsPage {...useLoaderData<typeof loader>()} />;
}
