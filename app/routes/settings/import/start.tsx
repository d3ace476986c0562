import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { IMPORT_KIND_TEXTS } from "#features/imports/imports.ts";
import { listImports } from "#features/imports/imports.server.ts";
import { uploadImportFile } from "#features/imports/change-import.server.ts";
import { parseSchoolImportKind } from "#features/imports/kinds/all-kinds.server.ts";
import { NewImportPage } from "#features/imports/start-page.tsx";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "admin" satisfies Access;

export const handle = { back: { to: PATHS.schoolImports, label: "Data import" } };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? IMPORT_KIND_TEXTS[data.kind].title : "Import"} - Termbook` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const kind = parseSchoolImportKind(params);
  return { kind, imports: await listImports(visit, kind) };
}

/** Starts an import and redirects to its page while a worker reads the file. */
export async function action({ request, params }: ActionFunctionArgs) {
  return uploadImportFile(await requireAccess(request, access), request, parseSchoolImportKind(params));
}

export default function ImportOfSchool() {
  return <NewImportPage {...useLoaderData<typeof loader>()} />;
}
