import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import { shortenIpAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { parseId } from "#domain/paths.ts";
import { downloadBatch } from "#features/reports/batches/download/download-batch.server.ts";
import { notFound } from "#runtime/errors.ts";

export const access = "reports.print" satisfies Access;

/** Sends all classes of a batch in one file. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    const [batchId, { form }] = [parseId(params.batchId), params];
    if (batchId === null || (form !== "pdf" && form !== "zip")) throw notFound();
    return downloadBatch(person, { batchId, form, request }, { address: shortenIpAddress(context.ip) });
  }, request);
}
