import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import { shortenIpAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { parseId } from "#domain/paths.ts";
import { downloadBatchItem } from "#features/reports/batches/download/download-batch.server.ts";
import { notFound } from "#runtime/errors.ts";

export const access = "print-reports" satisfies Access;

/** Sends the file of one class of a batch, which can be ready before the files of other classes. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    const [batchId, itemId] = [parseId(params.batchId), parseId(params.itemId)];
    if (batchId === null || itemId === null) throw notFound();
    return downloadBatchItem(person, { batchId, itemId, request }, { address: shortenIpAddress(context.ip) });
  }, request);
}
