import type { LoaderFunctionArgs } from "@remix-run/node";
import { documentOf } from "#api/dispatch/answers.ts";
import { respondWithPage } from "#api/dispatch/refusal-page.ts";
import { shortenAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { findNamesToPrint } from "#features/attendance-summary/overview/names.server.ts";
import { printAttendanceNames } from "#features/reports/lists/print-attendance-names.server.ts";

export const access = "overview" satisfies Access;

/** Sends the names behind a figure as a PDF or a spreadsheet. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return respondWithPage(async () => {
    const person = await requireAccessForData(request, access);
    const { searchParams } = new URL(request.url);
    const names = await findNamesToPrint(person, params.list, searchParams);
    const printed = await printAttendanceNames(person, names, {
      format: searchParams.get("format") === "xlsx" ? "xlsx" : "pdf",
      signal: request.signal,
      address: shortenAddress(context.ip),
    });
    return documentOf(printed, request);
  }, request);
}
