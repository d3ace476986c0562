import busboy from "busboy";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { pipeline } from "node:stream/promises";
import { badRequest, invalid, errorKind } from "#runtime/errors.ts";
import { rethrowDiskWriteError } from "./unwritable.server.ts";

export type ReceivedFile = {
  path: string;
  bytes: number;
  /** The file's name as sent, without folders. It says nothing reliable about the content. */
  name: string;
  /** True when the file was longer than allowed and was cut off. */
  tooLong: boolean;
};
export type ReceivedFilesForm = { fields: Record<string, string>; files: ReceivedFile[] };
export type ReceivedFileForm = { fields: Record<string, string>; file: ReceivedFile | null };

/** The maximum number of form fields besides the files. */
const MOST_PARTS = 19;
const MOST_FIELD_BYTES = 4096;

/**
 * Receives a form with one file. The file is streamed to disk, passed to `work` and then deleted.
 * @param most the maximum size in bytes
 * @throws BadRequest for another kind of body, Unavailable when the disk is full
 */
export function receiveFile<Result>(
  request: Request,
  input: { name: string; most: number },
  work: (received: ReceivedFileForm) => Promise<Result>,
): Promise<Result> {
  return receiveFiles(request, { ...input, mostFiles: 1 }, ({ fields, files: [file = null] }) =>
    work({ fields, file }),
  );
}

/** Receives a form with several files in one field. @throws Invalid also for more than `mostFiles` */
export async function receiveFiles<Result>(
  request: Request,
  input: { name: string; most: number; mostFiles: number },
  work: (received: ReceivedFilesForm) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), "termbook-upload-")).catch(rethrowDiskWriteError);
  try {
    return await work(await receive(request, { ...input, directory }));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

type Place = { name: string; most: number; mostFiles: number; directory: string };

async function receive({ headers, body }: Request, place: Place): Promise<ReceivedFilesForm> {
  const type = headers.get("Content-Type") ?? "";
  if (!body || !type.startsWith("multipart/form-data"))
    throw badRequest("Send the file in a form (multipart/form-data).");
  const form = formReader(type, place);
  const fields: Record<string, string> = {};
  const files: Promise<ReceivedFile | null>[] = [];
  let crowded = false;
  form.on("field", (field, value) => {
    crowded ||= Object.hasOwn(fields, field);
    fields[field] = value;
  });
  form.on("partsLimit", () => void (crowded = true));
  form.on("filesLimit", () => void (crowded ||= place.mostFiles > 1));
  form.on("file", (field, content, { filename }) => {
    // A file in another field is skipped. Its errors are ignored, because the form reports the same error, and an
    // unhandled one would end the process.
    if (field !== place.name) return void content.on("error", () => {}).resume();
    const file = stored(content, { path: join(place.directory, String(files.length)), name: filename });
    files.push(file);
    // If the file cannot be stored, nobody reads its rest, and the form would wait for it for ever.
    file.catch((error: Error) => form.destroy(error));
  });
  await pipeline(Readable.fromWeb(body as NodeReadableStream), form).catch(notAForm);
  const received = await Promise.all(files).catch(notAForm);
  if (crowded) throw invalid("This form has too many fields or repeats a field. Send each field once.");
  return { fields, files: received.filter((file) => file !== null) };
}

function formReader(type: string, { most, mostFiles }: Place): busboy.Busboy {
  const parts = MOST_PARTS + mostFiles;
  const limits = { files: mostFiles, fileSize: most, parts, fieldSize: MOST_FIELD_BYTES };
  try {
    return busboy({ headers: { "content-type": type }, defParamCharset: "utf8", limits });
  } catch {
    return notAForm();
  }
}

/**
 * Stores an uploaded file. Returns null when the form was sent without a file, in which case there is no file name.
 */
async function stored(
  content: Readable & { truncated?: boolean },
  { path, name }: { path: string; name: string | undefined },
): Promise<ReceivedFile | null> {
  await pipeline(content, createWriteStream(path, { mode: 0o600 })).catch(rethrowDiskWriteError);
  const { size } = await stat(path);
  if (size === 0 && !name) return null;
  return { path, bytes: size, name: name ?? "", tooLong: content.truncated === true };
}

function notAForm(error?: unknown): never {
  if (errorKind(error) !== null) throw error;
  throw badRequest("The upload did not finish. Send the file again.");
}
