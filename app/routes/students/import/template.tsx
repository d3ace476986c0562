import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { importTemplateResponse } from "#features/imports/table-file.server.ts";
import { STUDENTS_IMPORT } from "#features/students/import/students-import.server.ts";
import { notFound } from "#runtime/errors.ts";

export const access = "student-records" satisfies Access;

export function loader({ request, params: { format } }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    if (format !== "xlsx" && format !== "csv") throw notFound();
    return importTemplateResponse(person, format, STUDENTS_IMPORT);
  }, request);
}
