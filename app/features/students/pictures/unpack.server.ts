import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noTransaction, transaction } from "#db/index.ts";
import { forgetFiles } from "#db/queries/files.ts";
import {
  endArchive,
  pictureUploads,
  removeOldUploads,
  uploadsToUnpack,
} from "#db/queries/picture-uploads/uploads.ts";
import { filesIn, type PackedFile } from "#files/archive.server.ts";
import { onThisMachine, removeStored } from "#files/store.server.ts";
import { kindOf } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";
import { keyOf, knownFiles, nameOf, takePictures, type Sent } from "./take-files.server.ts";
import { BATCH_FILES, MOST_PICTURE_BYTES, UPLOAD_DAYS } from "./uploads.ts";

const UNPACKER = { system: "job:pictures.unpack" };
const BROKEN = "Part of the ZIP could not be unpacked. Send the ZIP again: no picture is added twice.";

type Unpacked = { uploadId: string; archive: string; accountId: number };

/** Judges the files of a ZIP. The job may run twice, so it skips files that are already stored. */
export async function unpackUpload({ uploadId }: { uploadId: string }): Promise<void> {
  const [upload] = await pictureUploads({ uploadId, days: UPLOAD_DAYS, limit: 1 }, noTransaction);
  if (!upload?.archive) return;
  const { archive, asked_by: accountId } = upload;
  const failure = await unpack({ uploadId, archive, accountId }).then(
    () => "",
    (error: unknown) => {
      // The database was unavailable: the queue runs the job again.
      if (kindOf(error) !== null) throw error;
      log().error({ err: error }, "a ZIP of pictures could not be unpacked");
      return BROKEN;
    },
  );
  await transaction(UNPACKER, async (t) => {
    await endArchive({ uploadId, archive, failure }, t);
    await forgetFiles({ names: [archive] }, t);
  });
  await removeStored(archive);
}

/** Lists uploads whose ZIP still has to be unpacked, for the case that the queue lost them. */
export async function uploadsLeft(): Promise<{ uploadId: string }[]> {
  return (await uploadsToUnpack(noTransaction)).map((uploadId) => ({ uploadId }));
}

/** Deletes uploads that are past their retention period; another nightly job deletes files that nothing uses. */
export function tidyUploads(): Promise<void> {
  return transaction({ system: "job:pictures.tidy" }, (t) => removeOldUploads({ days: UPLOAD_DAYS }, t));
}

async function unpack({ archive, ...upload }: Unpacked): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "termbook-unpack-"));
  try {
    const known = await knownFiles(upload.uploadId);
    let batch: Sent[] = [];
    for await (const file of filesIn(await onThisMachine(archive))) {
      if (known.has(keyOf({ name: nameOf(file.name), bytes: file.bytes }))) continue;
      batch.push(await unpacked(file, join(directory, String(batch.length))));
      if (batch.length < BATCH_FILES) continue;
      await takePictures({ ...UNPACKER, accountId: upload.accountId }, upload.uploadId, batch);
      batch = [];
    }
    await takePictures({ ...UNPACKER, accountId: upload.accountId }, upload.uploadId, batch);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A file that is too large is not unpacked, only refused. */
async function unpacked({ name, bytes, unpackTo }: PackedFile, path: string): Promise<Sent> {
  if (bytes <= MOST_PICTURE_BYTES) await unpackTo(path);
  return { path, bytes, name, sentAs: bytes };
}
