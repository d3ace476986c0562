import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shortenIpAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { EMPLOYEES_IMPORT } from "#features/employees/import/employees-import.server.ts";
import { ImportPage } from "#features/imports/import-page.tsx";
import { parseImportId, parseImportParams, loadImport } from "#features/imports/imports.server.ts";
import { submitImportForm } from "#features/imports/change-import.server.ts";
import { keepPageOnFailedRefresh } from "#ui/loading/use-refreshed.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "employees" satisfies Access;

export const handle = { back: { to: PATHS.importEmployees, label: "Import employees" } };

export const meta: MetaFunction = () => [{ title: "Import employees - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return loadImport(visit, { definition: EMPLOYEES_IMPORT, ...parseImportParams(request, params) });
}

export const clientLoader = keepPageOnFailedRefresh<typeof loader>;

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const importId = parseImportId(params);
  return submitImportForm(person, request, {
    importId,
    address: shortenIpAddress(context.ip),
    definition: EMPLOYEES_IMPORT,
  });
}

export default function EmployeeImport() {
  return <ImportPage loaded={useLoaderData<typeof loader>()} />;
}
