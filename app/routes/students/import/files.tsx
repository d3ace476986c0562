import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import { shortenIpAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { exportStudents, STUDENTS_IMPORT } from "#features/students/import/students-import.server.ts";
import { parseImportId } from "#features/imports/imports.server.ts";
import { buildRefusedRowsFile } from "#features/imports/refused-rows.server.ts";
import { exportListAsFile, importTemplateResponse } from "#features/imports/table-file.server.ts";

export const access = "student-records" satisfies Access;

/**
 * Sends one of three files in the import's format: the empty template, the rejected rows with their reasons, or the
 * current list with its search and sort order.
 */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    if (params.format !== undefined) return importTemplateResponse(person, params.format, STUDENTS_IMPORT);
    if (params.importId !== undefined)
      return buildRefusedRowsFile(person, parseImportId(params), STUDENTS_IMPORT);
    const query = new URL(request.url).searchParams;
    const table = await exportStudents(person, query);
    return exportListAsFile(person, {
      ...table,
      kind: "students",
      query,
      address: shortenIpAddress(context.ip),
    });
  }, request);
}
