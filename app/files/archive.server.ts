import { open as openFile } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { openPromise, type Entry, type ZipFile } from "yauzl";

/** The limits of a ZIP file: a large school's pictures at the size of a camera. */
const MOST_ENTRIES = 3_000;
const MOST_UNPACKED_BYTES = 2_000_000_000;
/** Pictures are already compressed: a file that becomes much larger is not a picture, and was made to fill the disk. */
const MOST_RATIO = 20;
const SMALL_BYTES = 100_000;

const BOMB = `The ZIP file was rejected because its files grow to more than ${MOST_RATIO} times their size, which pictures never do. Choose a ZIP file that contains only pictures.`;
const TOO_MUCH = "The ZIP file unpacks to more than 2 GB. Split it into several ZIP files.";
const TOO_MANY = `The ZIP file holds more than ${MOST_ENTRIES.toLocaleString("en")} files. Split it into several ZIP files.`;
const LOCKED = "The ZIP file is locked with a password. Create it again without a password.";
const BROKEN = "The ZIP file is incomplete: it may have been cut off. Create it again, then choose it.";
const EMPTY = "The ZIP file is empty. Choose one that contains pictures.";

export type CheckedArchive = { ok: true; entries: number } | { ok: false; fault: string };

/** Tells whether a file is a ZIP, by its content and its name, because a Word document is a ZIP file too. */
export async function isArchive({ path, name }: { path: string; name: string }): Promise<boolean> {
  if (!/\.zip$/i.test(name)) return false;
  const file = await openFile(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return /^504b(0304|0506)/.test(buffer.toString("hex"));
  } finally {
    await file.close();
  }
}

/** Checks the list of a ZIP file, before anything is unpacked. */
export async function checkArchive(path: string): Promise<CheckedArchive> {
  try {
    return await judge(await opened(path));
  } catch {
    // A file that yauzl cannot read is broken; the library has no other way to say so.
    return refused(BROKEN);
  }
}

async function judge(archive: ZipFile): Promise<CheckedArchive> {
  if (archive.entryCount > MOST_ENTRIES) {
    archive.close();
    return refused(TOO_MANY);
  }
  let [entries, bytes] = [0, 0];
  for await (const entry of archive.eachEntry()) {
    bytes += entry.uncompressedSize;
    if (entry.isEncrypted()) return refused(LOCKED);
    if (entry.uncompressedSize > Math.max(SMALL_BYTES, MOST_RATIO * entry.compressedSize))
      return refused(BOMB);
    if (bytes > MOST_UNPACKED_BYTES) return refused(TOO_MUCH);
    if (isFile(entry)) entries++;
  }
  return entries === 0 ? refused(EMPTY) : { ok: true, entries };
}

/** A file of a ZIP, which is unpacked on request. */
export type PackedFile = { name: string; bytes: number; unpackTo: (path: string) => Promise<void> };

/** Returns the files of a checked ZIP file one after another. */
export async function* filesIn(path: string): AsyncGenerator<PackedFile> {
  const archive = await opened(path);
  for await (const entry of archive.eachEntry()) {
    if (!isFile(entry)) continue;
    yield {
      name: entry.fileName.split("/").at(-1) ?? "",
      bytes: entry.uncompressedSize,
      // A file that is longer than the list says fails here, before it is on the disk.
      unpackTo: async (to) =>
        pipeline(await archive.openReadStreamPromise(entry), createWriteStream(to, { mode: 0o600 })),
    };
  }
}

function opened(path: string): Promise<ZipFile> {
  return openPromise(path, { lazyEntries: true, validateEntrySizes: true });
}

/** Leaves out folders, and the files that macOS and Windows put beside pictures. */
function isFile({ fileName }: Entry): boolean {
  const name = fileName.split("/").at(-1) ?? "";
  return name !== "" && !name.startsWith(".") && !fileName.startsWith("__MACOSX/") && name !== "Thumbs.db";
}

function refused(fault: string): CheckedArchive {
  return { ok: false, fault };
}
