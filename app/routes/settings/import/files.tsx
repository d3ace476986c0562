import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { parseImportId } from "#features/imports/imports.server.ts";
import { findSchoolImport } from "#features/imports/kinds/all-kinds.server.ts";
import { refusedRowsFile } from "#features/imports/refused-rows.server.ts";
import { importTemplateResponse } from "#features/imports/table-file.server.ts";

export const access = "admin" satisfies Access;

/** Sends the empty template of an import, or the rejected rows of an import with their reasons. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    const definition = await findSchoolImport(params);
    if (params.format !== undefined) return importTemplateResponse(person, params.format, definition);
    return refusedRowsFile(person, parseImportId(params), definition);
  }, request);
}
