import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import { shortenIpAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { BATCH_FORMATS } from "#domain/documents/batches.ts";
import { parseId } from "#domain/paths.ts";
import { downloadBatch } from "#features/reports/batches/download/download-batch.server.ts";
import { notFound } from "#runtime/errors.ts";

export const access = "print-reports" satisfies Access;

/** Sends all classes of a batch in one file. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    const batchId = parseId(params.batchId);
    const form = BATCH_FORMATS.find((format) => format === params.form);
    if (batchId === null || form === undefined) throw notFound();
    return downloadBatch(person, { batchId, form, request }, { address: shortenIpAddress(context.ip) });
  }, request);
}
