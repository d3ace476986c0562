import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { importTemplate } from "#features/imports/table-file.server.ts";
import { EMPLOYEES_IMPORT } from "#features/employees/import/employees-import.server.ts";
import { notFound } from "#runtime/errors.ts";

export const access = "employees" satisfies Access;

export function loader({ request, params: { format } }: LoaderFunctionArgs) {
  return respondWithPage(async () => {
    const person = await requireAccessForData(request, access);
    if (format !== "xlsx" && format !== "csv") throw notFound();
    return importTemplate(person, format, EMPLOYEES_IMPORT);
  }, request);
}
