import type { LoaderFunctionArgs } from "@remix-run/node";
import { addressOf } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { tableFile } from "#features/imports/table-file.server.ts";
import { exportEmployees } from "#features/employees/import/export-employees.server.ts";
import { fileAnswer } from "#runtime/json-answer.ts";

export const access = "employees" satisfies Access;

/** Who works here, as a file that can be imported again. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return fileAnswer(async () => {
    const person = await requireAccessForData(request, access);
    const { searchParams } = new URL(request.url);
    const format = searchParams.get("format") === "csv" ? "csv" : "xlsx";
    const table = await exportEmployees(person, { format, address: addressOf(context.ip) });
    return tableFile(person, { ...table, format });
  });
}
