import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerInPage } from "#api/dispatch/refusal-page.ts";
import { addressOf } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { idOf } from "#domain/paths.ts";
import { downloadBatch } from "#features/reports/batches/download/download-batch.server.ts";
import { notFound } from "#runtime/errors.ts";

export const access = "reports.print" satisfies Access;

/** Sends all classes of a batch in one file. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return answerInPage(async () => {
    const person = await requireAccessForData(request, access);
    const [batchId, { form }] = [idOf(params.batchId), params];
    if (batchId === null || (form !== "pdf" && form !== "zip")) throw notFound();
    return downloadBatch(person, { batchId, form, request }, { address: addressOf(context.ip) });
  }, request);
}
