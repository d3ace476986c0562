import busboy from "busboy";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { pipeline } from "node:stream/promises";
import { badRequest } from "#runtime/errors.ts";

export type ReceivedFile = {
  path: string;
  bytes: number;
  /** Longer than allowed: what is there is cut off. */ tooLong: boolean;
};
export type Received = { fields: Record<string, string>; file: ReceivedFile | null };

const MOST_FIELDS = 20;
const MOST_FIELD_BYTES = 4096;

/**
 * Takes a form with one file, the file as a stream to disk (design 1), hands it to `work` and removes it afterwards.
 * @param most bytes of the file
 * @throws badRequest for what is not such a form
 */
export async function receiveFile<Result>(
  request: Request,
  { name, most }: { name: string; most: number },
  work: (received: Received) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), "termbook-upload-"));
  try {
    return await work(await receive(request, { name, most, path: join(directory, "file") }));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

type Place = { name: string; most: number; path: string };

async function receive({ headers, body }: Request, place: Place): Promise<Received> {
  const type = headers.get("Content-Type") ?? "";
  if (!body || !type.startsWith("multipart/form-data")) throw badRequest("This was not sent by a form.");
  const form = formReader(type, place.most);
  const fields: Record<string, string> = {};
  let file: Promise<ReceivedFile | null> = Promise.resolve(null);
  form.on("field", (field, value) => void (fields[field] = value));
  form.on("file", (field, content) => {
    if (field === place.name) file = stored(content, place.path);
    else content.resume();
    // The caller awaits the same promise; until then a broken sender must not end the process.
    file.catch(() => undefined);
  });
  await pipeline(Readable.fromWeb(body as NodeReadableStream), form).catch(notAForm);
  return { fields, file: await file.catch(notAForm) };
}

function formReader(type: string, most: number): busboy.Busboy {
  const limits = { files: 1, fileSize: most, fields: MOST_FIELDS, fieldSize: MOST_FIELD_BYTES };
  try {
    return busboy({ headers: { "content-type": type }, limits });
  } catch {
    return notAForm();
  }
}

/** @returns null for a file field that was left empty */
async function stored(
  content: Readable & { truncated?: boolean },
  path: string,
): Promise<ReceivedFile | null> {
  await pipeline(content, createWriteStream(path, { mode: 0o600 }));
  const { size } = await stat(path);
  return size === 0 ? null : { path, bytes: size, tooLong: content.truncated === true };
}

function notAForm(): never {
  throw badRequest("This could not be read to its end. Send it again.");
}
