import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithPage } from "#api/dispatch/refusal-page.ts";
import { shortenAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { parseId } from "#domain/paths.ts";
import { openBatchItem } from "#features/reports/batches/download/download-batch.server.ts";
import { notFound } from "#runtime/errors.ts";

export const access = "reports.print" satisfies Access;

/** Sends the file of one class of a batch, which may be ready before the others. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return respondWithPage(async () => {
    const person = await requireAccessForData(request, access);
    const [batchId, itemId] = [parseId(params.batchId), parseId(params.itemId)];
    if (batchId === null || itemId === null) throw notFound();
    return openBatchItem(person, { batchId, itemId, request }, { address: shortenAddress(context.ip) });
  }, request);
}
