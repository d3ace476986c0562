import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { findDocumentRedirect } from "#features/reports/print/read-print.server.ts";
import { parsePrintParams, DOWNLOAD_VALUE } from "#features/reports/print/params.rules.ts";

export const access = "print-reports" satisfies Access;

/** Redirects from the form to the chosen document, in the viewer or as a download, for browsers without JavaScript. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    const { searchParams } = new URL(request.url);
    const listParams = parsePrintParams(params["kind"], searchParams);
    const { go } = await findDocumentRedirect(person, listParams, searchParams.get("as") === DOWNLOAD_VALUE);
    return redirect(go);
  }, request);
}
