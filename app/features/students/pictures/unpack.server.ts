import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noTransaction, transaction } from "#db/index.ts";
import { deleteFiles } from "#db/queries/files.ts";
import {
  markUploadUnpacked,
  listPictureUploads,
  deleteOldUploads,
  listUploadsToUnpack,
} from "#db/queries/picture-uploads/uploads.ts";
import { iterateZippedFiles, type ZippedFile } from "#files/archive.server.ts";
import { ensureLocalFile, deleteStoredFile } from "#files/store.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { cleanFileName } from "#runtime/file-name.ts";
import { log } from "#runtime/log.ts";
import {
  uploadedFileKey,
  listUploadedFileKeys,
  matchAndStorePictures,
  type PictureFile,
} from "./save-files.server.ts";
import { MAX_BATCH_FILES, MAX_PICTURE_BYTES, UPLOAD_RETENTION_DAYS } from "./uploads.ts";

const UNPACKER = { system: "job:pictures.unpack" };
const BROKEN = "Part of the ZIP could not be unpacked. Send the ZIP again: no picture is added twice.";

type Unpacked = { uploadId: string; archive: string; accountId: number };

/** Matches and stores the files of a ZIP. Files that are already stored are skipped, because the job may run twice. */
export async function unpackPictureUpload({ uploadId }: { uploadId: string }): Promise<void> {
  const [upload] = await listPictureUploads(
    { uploadId, days: UPLOAD_RETENTION_DAYS, limit: 1 },
    noTransaction,
  );
  if (!upload?.archive) return;
  const { archive, asked_by: accountId } = upload;
  const failure = await unpack({ uploadId, archive, accountId }).then(
    () => "",
    (error: unknown) => {
      // The failure is temporary, such as an unavailable database, so the queue runs the job again.
      if (errorKind(error) !== null) throw error;
      log().error({ err: error }, "a ZIP of pictures could not be unpacked");
      return BROKEN;
    },
  );
  await transaction(UNPACKER, async (t) => {
    await markUploadUnpacked({ uploadId, archive, failure }, t);
    await deleteFiles({ names: [archive] }, t);
  });
  await deleteStoredFile(archive);
}

/** Lists uploads whose ZIP has not been unpacked, in case the queue has lost their jobs. */
export async function findUploadsToUnpack(): Promise<{ uploadId: string }[]> {
  return (await listUploadsToUnpack(noTransaction)).map((uploadId) => ({ uploadId }));
}

/** Deletes uploads after their retention period. Another nightly job deletes their files. */
export function tidyPictureUploads(): Promise<void> {
  return transaction({ system: "job:pictures.tidy" }, (t) =>
    deleteOldUploads({ days: UPLOAD_RETENTION_DAYS }, t),
  );
}

async function unpack({ archive, ...upload }: Unpacked): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "termbook-unpack-"));
  try {
    const known = await listUploadedFileKeys(upload.uploadId);
    let batch: PictureFile[] = [];
    for await (const file of iterateZippedFiles(await ensureLocalFile(archive))) {
      if (known.has(uploadedFileKey({ name: cleanFileName(file.name), bytes: file.bytes }))) continue;
      batch.push(await unpacked(file, join(directory, String(batch.length))));
      if (batch.length < MAX_BATCH_FILES) continue;
      await matchAndStorePictures({ ...UNPACKER, accountId: upload.accountId }, upload.uploadId, batch);
      batch = [];
    }
    await matchAndStorePictures({ ...UNPACKER, accountId: upload.accountId }, upload.uploadId, batch);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Unpacks a file. A file that is too large or cannot be a picture is recorded as refused instead. */
async function unpacked(
  { name, bytes, growsTooMuch, unpackTo }: ZippedFile,
  path: string,
): Promise<PictureFile> {
  const isPacked = growsTooMuch || bytes > MAX_PICTURE_BYTES;
  if (!isPacked) await unpackTo(path);
  return { path, bytes, name, sentAs: bytes, isPacked };
}
