import { isUtf8 } from "node:buffer";
import { open as openFile } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { openPromise, type Entry, type ZipFile } from "yauzl";

/** The limits of a ZIP file with pictures: enough for a large school whose pictures come straight from a camera. */
const MOST_ENTRIES = 3_000;
const MOST_UNPACKED_BYTES = 2_000_000_000;
/**
 * The highest compression ratio. Pictures are already compressed, so a file with a higher ratio was made to fill the
 * disk.
 */
const MOST_RATIO = 20;
const SMALL_BYTES = 100_000;

const BOMB = `The ZIP file was rejected because its files unpack to more than ${MOST_RATIO} times their size, which pictures never do. Choose a ZIP file that contains only pictures.`;
const TOO_MUCH = "The ZIP file unpacks to more than 2 GB. Split it into several ZIP files.";
const TOO_MANY = `The ZIP file contains more than ${MOST_ENTRIES.toLocaleString("en")} files. Split it into several ZIP files.`;
const LOCKED = "The ZIP file is locked with a password. Create it again without a password.";
const BROKEN = "The ZIP file is incomplete: it may have been cut off. Create it again, then choose it.";
const EMPTY = "The ZIP file is empty. Choose a ZIP file that contains pictures.";

export type CheckedZipFile = { ok: true; entries: number } | { ok: false; fault: string };

/** Tells whether a file is a ZIP. The name decides too, because a Word document is a ZIP file by content. */
export async function isZipFile({ path, name }: { path: string; name: string }): Promise<boolean> {
  if (!/\.zip$/i.test(name)) return false;
  const file = await openFile(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return /^504b(0304|0506)/.test(buffer.toString("hex"));
  } finally {
    await file.close();
  }
}

/** Checks the directory of a ZIP file before anything is unpacked. */
export async function checkZipFile(path: string): Promise<CheckedZipFile> {
  try {
    return await judge(await opened(path));
  } catch {
    // The error is not examined: yauzl has no error codes, so any failure means that the file is broken.
    return refused(BROKEN);
  }
}

async function judge(archive: ZipFile): Promise<CheckedZipFile> {
  if (archive.entryCount > MOST_ENTRIES) {
    archive.close();
    return refused(TOO_MANY);
  }
  let [entries, fitting, bytes] = [0, 0, 0];
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) return refused(LOCKED);
    if (isFile(entry)) entries++;
    // Such a file is never unpacked. It may be a list of names beside the pictures, or a drawing.
    if (growsTooMuch(entry)) continue;
    bytes += entry.uncompressedSize;
    if (bytes > MOST_UNPACKED_BYTES) return refused(TOO_MUCH);
    if (isFile(entry)) fitting++;
  }
  if (entries === 0) return refused(EMPTY);
  return fitting === 0 ? refused(BOMB) : { ok: true, entries };
}

function growsTooMuch({ uncompressedSize, compressedSize }: Entry): boolean {
  return uncompressedSize > Math.max(SMALL_BYTES, MOST_RATIO * compressedSize);
}

/** A file within a ZIP file; `unpackTo` unpacks it to a path. */
export type ZippedFile = {
  name: string;
  bytes: number;
  /** The file would grow more than a picture can when it is unpacked, so it must stay packed. */
  growsTooMuch: boolean;
  unpackTo: (path: string) => Promise<void>;
};

/** Iterates over the files of a checked ZIP file. */
export async function* iterateZippedFiles(path: string): AsyncGenerator<ZippedFile> {
  const archive = await opened(path);
  for await (const entry of archive.eachEntry()) {
    if (!isFile(entry)) continue;
    yield {
      name: nameOf(entry),
      bytes: entry.uncompressedSize,
      growsTooMuch: growsTooMuch(entry),
      // yauzl fails when a file is longer than the directory says, before it fills the disk.
      unpackTo: async (to) =>
        pipeline(await archive.openReadStreamPromise(entry), createWriteStream(to, { mode: 0o600 })),
    };
  }
}

function opened(path: string): Promise<ZipFile> {
  return openPromise(path, { lazyEntries: true, validateEntrySizes: true });
}

/** The lists that Windows keeps beside pictures. */
const OF_WINDOWS = /^(?:(?:eh)?thumbs\.db|desktop\.ini)$/i;
/** The folders in which macOS and Synology disks keep small copies of the pictures. */
const OF_COPIES = /(?:^|[\\/])(?:__MACOSX|@eaDir)[\\/]/;

/** Leaves out folders, and files that operating systems add to pictures. */
function isFile(entry: Entry): boolean {
  const name = nameOf(entry);
  return name !== "" && !name.startsWith(".") && !OF_WINDOWS.test(name) && !OF_COPIES.test(entry.fileName);
}

/** Returns the name without its folders. Many programs write UTF-8 without saying so, and few write anything else. */
function nameOf({ fileName, fileNameRaw }: Entry): string {
  const path = isUtf8(fileNameRaw) ? fileNameRaw.toString("utf8").replaceAll("\\", "/") : fileName;
  return path.split("/").at(-1) ?? "";
}

function refused(fault: string): CheckedZipFile {
  return { ok: false, fault };
}
