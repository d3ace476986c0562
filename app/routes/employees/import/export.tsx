import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithPage } from "#api/dispatch/refusal-page.ts";
import { shortenAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { exportFile } from "#features/imports/table-file.server.ts";
import { exportEmployees } from "#features/employees/import/employees-import.server.ts";

export const access = "employees" satisfies Access;

/** Exports the list, with its search and order, as a file that can be imported again. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return respondWithPage(async () => {
    const person = await requireAccessForData(request, access);
    const query = new URL(request.url).searchParams;
    const table = await exportEmployees(person, query);
    return exportFile(person, { ...table, kind: "employees", query, address: shortenAddress(context.ip) });
  }, request);
}
