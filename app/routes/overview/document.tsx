import type { LoaderFunctionArgs } from "@remix-run/node";
import { printedDocumentResponse } from "#api/dispatch/dispatch.server.ts";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import { shortenIpAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { findAttendanceListToPrint } from "#features/attendance-summary/overview/names.server.ts";
import { findMarkListToPrint } from "#features/attendance-summary/overview/results/result-names.server.ts";
import { isMarkListName } from "#features/attendance-summary/overview/overview-address.rules.ts";
import { printAttendanceList, printMarkList } from "#features/reports/lists/print-overview-names.server.ts";

export const access = "overview" satisfies Access;

/** Sends the list of students behind one figure of the overview, as a PDF or a spreadsheet. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    const { searchParams } = new URL(request.url);
    const output = {
      format: searchParams.get("format") === "xlsx" ? "xlsx" : "pdf",
      signal: request.signal,
      address: shortenIpAddress(context.ip),
    } as const;
    const printed = isMarkListName(params.list)
      ? await printMarkList(person, await findMarkListToPrint(person, params.list, searchParams), output)
      : await printAttendanceList(
          person,
          await findAttendanceListToPrint(person, params.list, searchParams),
          output,
        );
    return printedDocumentResponse(printed, request);
  }, request);
}
