import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { EMPLOYEES_IMPORT } from "#features/employees/import/employees-import.server.ts";
import { findImportDefinition } from "#features/imports/definition.server.ts";
import { parseImportId } from "#features/imports/imports.server.ts";
import {
  findSchoolImport,
  parseSchoolImportKind,
  SCHOOL_IMPORTS,
} from "#features/imports/kinds/all-kinds.server.ts";
import { buildRefusedRowsFile } from "#features/imports/refused-rows.server.ts";
import { importTemplateResponse, workbookTemplateResponse } from "#features/imports/table-file.server.ts";
import { ENTRANTS_IMPORT, STUDENTS_IMPORT } from "#features/students/import/students-import.server.ts";

export const access = "admin" satisfies Access;

const DEFINITIONS = {
  ...SCHOOL_IMPORTS,
  students: STUDENTS_IMPORT,
  employees: EMPLOYEES_IMPORT,
  entrants: ENTRANTS_IMPORT,
};

/** Sends the empty template of an import, or the rejected rows of an import with their reasons. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    if (params.importId !== undefined)
      return buildRefusedRowsFile(person, parseImportId(params), await findSchoolImport(params, DEFINITIONS));
    const kind = parseSchoolImportKind(params);
    if (kind === "workbook") return workbookTemplateResponse(person, DEFINITIONS);
    return importTemplateResponse(person, params.format ?? "", await findImportDefinition(DEFINITIONS, kind));
  }, request);
}
