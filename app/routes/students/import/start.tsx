import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { listImports } from "#features/imports/imports.server.ts";
import { uploadImportFile } from "#features/imports/change-import.server.ts";
import { NewImportPage } from "#features/imports/start-page.tsx";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "student-records" satisfies Access;

export const handle = { back: { to: PATHS.students, label: "Students" } };

export const meta: MetaFunction = () => [{ title: "Import students - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { imports: await listImports(visit, "students") };
}

/** Starts an import and redirects to its page while a worker reads the file. */
export async function action({ request }: ActionFunctionArgs) {
  return uploadImportFile(await requireAccess(request, access), request, "students");
}

export default function ImportStudents() {
  return <NewImportPage kind="students" {...useLoaderData<typeof loader>()} />;
}
