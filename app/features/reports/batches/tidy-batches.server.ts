import { transaction } from "#db/index.ts";
import { forgetBatches } from "#db/queries/batches/batches.ts";
import { forgetFiles } from "#db/queries/files.ts";
import { BATCH_DAYS } from "#domain/documents/batches.ts";
import { removeStored } from "#files/store.server.ts";

/** Takes away batches that were kept long enough, and documents that no batch has any more. `batches.tidy` runs it. */
export async function tidyBatches(): Promise<void> {
  const names = await transaction({ system: "job:batches.tidy" }, async (t) => {
    const forgotten = await forgetBatches({ days: BATCH_DAYS }, t);
    await forgetFiles({ names: forgotten }, t);
    return forgotten;
  });
  for (const name of names) await removeStored(name);
}
