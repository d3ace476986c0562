import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { parseStudentsParams, studentsUrl } from "#features/students/list/params.rules.ts";
import { readStudentPicture } from "#features/students/list/read-students.server.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";
import { InformationDialog } from "#ui/overlay/dialog.tsx";

export function ErrorBoundary() {
  return <FailureDialog />;
}

export const access = "students" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Student Picture - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const shown = await readStudentPicture(person, parseStudentKey(params));
  return { shown, closeTo: studentsUrl(parseStudentsParams(new URL(request.url).searchParams)) };
}

export default function StudentPreview() {
  const { shown, closeTo } = useLoaderData<typeof loader>();
  const { name, about, picture } = shown;
  return (
    <InformationDialog closeTo={closeTo} title={name}>
      <p className="-mt-3 text-13 text-muted">{about}</p>
      {picture === null ? (
        <p>This student has no picture yet.</p>
      ) : (
        <img alt={name} className="mx-auto max-h-[60vh] rounded border" src={picture} />
      )}
    </InformationDialog>
  );
}
