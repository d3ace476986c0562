import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shortenIpAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { ImportPage } from "#features/imports/import-page.tsx";
import { IMPORT_KIND_TEXTS } from "#features/imports/imports.ts";
import { loadImport, parseImportId, parseImportParams } from "#features/imports/imports.server.ts";
import { submitImportForm } from "#features/imports/change-import.server.ts";
import { findSchoolImport } from "#features/imports/kinds/all-kinds.server.ts";
import { ENTRANTS_IMPORT } from "#features/students/import/students-import.server.ts";
import { keepPageOnFailedRefresh } from "#ui/loading/use-refreshed.ts";

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
  const definition = await findSchoolImport(params, { entrants: ENTRANTS_IMPORT });
  return loadImport(visit, { definition, ...parseImportParams(request, params) });
}

export const clientLoader = keepPageOnFailedRefresh<typeof loader>;

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return submitImportForm(person, request, {
    importId: parseImportId(params),
    address: shortenIpAddress(context.ip),
    definition: await findSchoolImport(params, { entrants: ENTRANTS_IMPORT }),
  });
}

export default function ImportOfSchool() {
  return <ImportPage loaded={useLoaderData<typeof loader>()} />;
}
