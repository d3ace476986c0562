import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { rejectOtherAccount } from "#access/author.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import {
  createUploadedFiles,
  saveReadyPictures,
  listStudentsForPictures,
  listUploadedFiles,
  type CheckedPictureFile,
  type UploadedFileId,
} from "#db/queries/picture-uploads/files.ts";
import {
  lockPictureUpload,
  lockOrCreatePictureUpload,
  saveUploadedZipFile,
  setPictureUploadSaved,
} from "#db/queries/picture-uploads/uploads.ts";
import { recordStoredFile } from "#db/queries/pictures.ts";
import { MESSAGES } from "#domain/messages.ts";
import type { Person } from "#domain/person.ts";
import { checkZipFile, isZipFile } from "#files/archive.server.ts";
import { preparePicture, writePicture, type PreparedPicture } from "#files/pictures.server.ts";
import { receiveFiles, type ReceivedFile } from "#files/received-file.server.ts";
import { copyIntoStore } from "#files/store.server.ts";
import { unpackPicturesJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { cleanFileName } from "#runtime/file-name.ts";
import { randomFileName, randomId } from "#runtime/ids.ts";
import { createPictureFileMatcher } from "./match.rules.ts";
import { listMatchedFiles } from "./uploads.server.ts";
import {
  MAX_BATCH_FILES,
  PICTURE_FILES_FIELD,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_MB,
  PICTURE_SIZES_FIELD,
} from "./uploads.ts";

const MOST_ARCHIVE_BYTES = 250 * 1024 * 1024;

const NO_PICTURE = "not a complete JPEG, PNG or WebP picture";
const TOO_LARGE = `larger than ${MAX_PICTURE_MB} MB`;
const EMPTY = "empty";

type FilesTaken = { ok: true; files: CheckedPictureFile[] } | { ok: false; fault: string };

type Asked = { uploadId: string; mostFiles: number; hasArchives: boolean };

/** Matches and stores uploaded pictures. A worker unpacks a ZIP later. No student's picture changes yet. */
export function savePictureFiles(
  person: Person,
  { uploadId, mostFiles, hasArchives }: Asked,
  request: Request,
): Promise<FilesTaken> {
  const input = { name: PICTURE_FILES_FIELD, most: MOST_ARCHIVE_BYTES, mostFiles };
  return receiveFiles(request, input, async ({ fields, files }) => {
    rejectOtherAccount(fields["author"], person);
    if (files.length === 0) return { ok: false, fault: MESSAGES.selectFile };
    const sizes = sizesIn(fields[PICTURE_SIZES_FIELD]);
    const taken: CheckedPictureFile[] = [];
    for (let from = 0; from < files.length; from += MAX_BATCH_FILES) {
      const pictures: PictureFile[] = [];
      for (const [place, file] of files.slice(from, from + MAX_BATCH_FILES).entries()) {
        if (hasArchives && (await isZipFile(file))) {
          const fault = await takeArchive(person, uploadId, file);
          if (fault !== null) return { ok: false, fault };
        } else pictures.push({ ...file, sentAs: sizes[from + place] ?? file.bytes });
      }
      taken.push(...(await matchAndStorePictures(person, uploadId, pictures)));
    }
    return { ok: true, files: taken };
  });
}

/**
 * A picture on disk. A file that is sent again is recognised by `sentAs`, its size before shrinking. `isPacked` means
 * that the file stayed in its ZIP, because it is too large or is not a picture.
 */
export type PictureFile = Pick<ReceivedFile, "path" | "bytes" | "name"> & {
  sentAs: number;
  isPacked?: boolean;
};

type Judged = UploadedFileId & { made: PreparedPicture | null; fault: string };

/** Matches and stores pictures, either for the person who sent them or for the job that unpacks that person's ZIP. */
export async function matchAndStorePictures(
  actor: { accountId: number } | { system: string; accountId: number },
  uploadId: string,
  files: readonly PictureFile[],
): Promise<CheckedPictureFile[]> {
  const before = await listUploadedFileKeys(uploadId);
  const judged: Judged[] = [];
  for (const file of files) {
    const named = { name: cleanFileName(file.name), bytes: file.sentAs };
    if (!before.has(uploadedFileKey(named))) judged.push({ ...named, ...(await judge(file)) });
  }
  if (judged.length === 0) return [];
  return transaction("system" in actor ? { system: actor.system } : actor, async (t) => {
    // The job must not create the upload again if somebody has discarded it, so it only locks the existing one.
    const upload = await ("system" in actor ? lockPictureUpload : lockOrCreatePictureUpload)(
      { uploadId, accountId: actor.accountId },
      t,
    );
    if (!upload) return [];
    const matchOf = createPictureFileMatcher(await listStudentsForPictures(t));
    const kept: CheckedPictureFile[] = [];
    for (const { made, ...file } of judged) {
      const picture = made && (await writePicture(made, t));
      kept.push({ ...file, picture, student_key: made && matchOf(file.name).studentKey });
    }
    await createUploadedFiles({ uploadId, files: kept }, t);
    return kept;
  });
}

/** Returns a key of size and name for each file of an upload, so that a file that is sent again is skipped. */
export async function listUploadedFileKeys(uploadId: string): Promise<Set<string>> {
  const known = await listUploadedFiles({ uploadId }, noTransaction);
  return new Set(known.map(uploadedFileKey));
}

export function uploadedFileKey({ name, bytes }: UploadedFileId): string {
  return `${bytes} ${name}`;
}

async function judge({
  path,
  bytes,
  isPacked = false,
}: PictureFile): Promise<Pick<Judged, "made" | "fault">> {
  if (bytes === 0) return { made: null, fault: EMPTY };
  if (bytes > MAX_PICTURE_BYTES) return { made: null, fault: TOO_LARGE };
  if (isPacked) return { made: null, fault: NO_PICTURE };
  const prepared = await preparePicture(path);
  return prepared.ok
    ? { made: prepared.made, fault: "" }
    : { made: null, fault: prepared.fault ?? NO_PICTURE };
}

/** Stores a ZIP for a worker to unpack. Returns the reason if the ZIP is rejected. */
async function takeArchive(
  person: Person,
  uploadId: string,
  { path, bytes, name, tooLong }: ReceivedFile,
): Promise<string | null> {
  if (tooLong) return "This file is larger than 250 MB. Split it into smaller ZIP files.";
  const checked = await checkZipFile(path);
  if (!checked.ok) return checked.fault;
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const sha256 = hash.digest();
  return transaction(person, async (t) => {
    const upload = await lockOrCreatePictureUpload({ uploadId, accountId: person.accountId }, t);
    if (upload?.archive)
      return `${upload.archive_name} is still being unpacked. Send the next ZIP when that is done.`;
    const archive = randomFileName(".zip");
    await copyIntoStore(archive, path);
    const file = { kind: "archive", mediaType: "application/zip", width: null, height: null };
    await recordStoredFile({ ...file, fileName: archive, bytes, sha256 }, t);
    await saveUploadedZipFile({ uploadId, archive, name: cleanFileName(name), entries: checked.entries }, t);
    await enqueue(unpackPicturesJob, { uploadId }, t);
    return null;
  });
}

/** Parses the sizes that the files had before the browser shrank them. */
function sizesIn(text: string | undefined): (number | undefined)[] {
  const sizes = (text ?? "").split(" ").map(Number);
  return sizes.map((size) => (Number.isSafeInteger(size) && size > 0 && size < 2 ** 31 ? size : undefined));
}

/** The result for a file: the student's ID and the picture's name, or the reason why the file matches no student. */
type SentPicture = { file: string; student_id: string | null; picture: string | null; reason: string };

type PicturesSent = { ok: true; words: string; pictures: SentPicture[] } | { ok: false; fault: string };

/** Saves pictures for an API call. A script cannot check matches, so every certain match is saved at once. */
export async function savePicturesFromApi(person: Person, request: Request): Promise<PicturesSent> {
  const uploadId = randomId();
  const taken = await savePictureFiles(
    person,
    { uploadId, mostFiles: MAX_BATCH_FILES, hasArchives: false },
    request,
  );
  if (!taken.ok) return taken;
  return transaction(person, async (t) => {
    await lockPictureUpload({ uploadId }, t);
    const saved = await saveReadyPictures({ uploadId }, t);
    if (saved.length > 0) await setPictureUploadSaved({ uploadId, isSaved: true }, t);
    const { files, students } = await listMatchedFiles(uploadId, t);
    const ids = new Map(students.map(({ id, student_id }) => [id, student_id]));
    const pictures = files.map(({ name, state, student, picture, words }) => ({
      file: name,
      student_id: (student && ids.get(student.id)) ?? null,
      picture: state === "saved" ? (picture?.split("/").at(-1) ?? null) : null,
      reason: state === "saved" ? "" : words,
    }));
    return { ok: true, words: `${saved.length} of ${files.length} pictures saved.`, pictures };
  });
}
