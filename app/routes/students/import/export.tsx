import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import { shortenIpAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { exportFile } from "#features/imports/table-file.server.ts";
import { exportStudents } from "#features/students/import/students-import.server.ts";

export const access = "student-records" satisfies Access;

/** Exports the list, with its search and order, as a file in the format of an import. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    const query = new URL(request.url).searchParams;
    const table = await exportStudents(person, query);
    return exportFile(person, { ...table, kind: "students", query, address: shortenIpAddress(context.ip) });
  }, request);
}
