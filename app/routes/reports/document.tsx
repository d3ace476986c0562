import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { respondWithPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { documentFor } from "#features/reports/print/find-document.server.ts";
import { parsePrintParams, SAVED } from "#features/reports/print/params.rules.ts";

export const access = "print-reports" satisfies Access;

/** Leads to the chosen document as a page or a file of its own, for downloads and browsers without script. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithPage(async () => {
    const person = await requireAccessForData(request, access);
    const { searchParams } = new URL(request.url);
    const listParams = parsePrintParams(params["kind"], searchParams);
    const { go } = await documentFor(person, listParams, searchParams.get("as") === SAVED);
    return redirect(go);
  }, request);
}
