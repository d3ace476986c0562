import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { downloadMarkFile } from "#features/mark-sheet/file/download.server.ts";
import { parseMarkSheetParams } from "#features/mark-sheet/sheet/find-sheet.server.ts";

export const access = "marks.enter" satisfies Access;

export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    return downloadMarkFile(person, parseMarkSheetParams(params), request.signal);
  }, request);
}
