import busboy from "busboy";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { pipeline } from "node:stream/promises";
import { badRequest, invalid, errorKind } from "#runtime/errors.ts";
import { rethrowUnwritable } from "./unwritable.server.ts";

export type ReceivedFile = {
  path: string;
  bytes: number;
  /** The sender's file name without folders; it says nothing about the content. */
  name: string;
  /** The file was longer than allowed, and is cut off. */
  tooLong: boolean;
};
export type ReceivedFiles = { fields: Record<string, string>; files: ReceivedFile[] };
export type Received = { fields: Record<string, string>; file: ReceivedFile | null };

/** The limit of other parts besides the files. */
const MOST_PARTS = 19;
const MOST_FIELD_BYTES = 4096;

/**
 * Reads a form with one file, streams the file to disk, passes it to `work` and deletes it afterwards.
 * @param most the largest size in bytes
 * @throws BadRequest for another kind of body, Unavailable when the disk is full
 */
export function receiveFile<Result>(
  request: Request,
  input: { name: string; most: number },
  work: (received: Received) => Promise<Result>,
): Promise<Result> {
  return receiveFiles(request, { ...input, mostFiles: 1 }, ({ fields, files: [file = null] }) =>
    work({ fields, file }),
  );
}

/** Reads a form with several files in one field. @throws Invalid for more than `mostFiles` too */
export async function receiveFiles<Result>(
  request: Request,
  input: { name: string; most: number; mostFiles: number },
  work: (received: ReceivedFiles) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), "termbook-upload-")).catch(rethrowUnwritable);
  try {
    return await work(await receive(request, { ...input, directory }));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

type Place = { name: string; most: number; mostFiles: number; directory: string };

async function receive({ headers, body }: Request, place: Place): Promise<ReceivedFiles> {
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
    // Nobody needs this file; an error in it when the form breaks off is already the form's error, and would end the
    // process if it were not handled.
    if (field !== place.name) return void content.on("error", () => {}).resume();
    const file = stored(content, { path: join(place.directory, String(files.length)), name: filename });
    files.push(file);
    // The form would wait for ever for somebody to read the rest of a file that cannot be stored.
    file.catch((error: Error) => form.destroy(error));
  });
  await pipeline(Readable.fromWeb(body as NodeReadableStream), form).catch(notAForm);
  const received = await Promise.all(files).catch(notAForm);
  if (crowded) throw invalid("This form sends a field more than once, or has too many fields.");
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

/** Returns null when no file was chosen: then there is no name either. */
async function stored(
  content: Readable & { truncated?: boolean },
  { path, name }: { path: string; name: string | undefined },
): Promise<ReceivedFile | null> {
  await pipeline(content, createWriteStream(path, { mode: 0o600 })).catch(rethrowUnwritable);
  const { size } = await stat(path);
  if (size === 0 && !name) return null;
  return { path, bytes: size, name: name ?? "", tooLong: content.truncated === true };
}

function notAForm(error?: unknown): never {
  if (errorKind(error) !== null) throw error;
  throw badRequest("The upload did not finish. Send the file again.");
}
