import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { parseImportId } from "#features/imports/imports.server.ts";
import { refusedRowsFile } from "#features/imports/refused-rows.server.ts";
import { STUDENTS_IMPORT } from "#features/students/import/students-import.server.ts";

export const access = "student-records" satisfies Access;

/** Sends the rejected rows with their reasons, as a file with the same columns. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    return refusedRowsFile(person, parseImportId(params), STUDENTS_IMPORT);
  }, request);
}
