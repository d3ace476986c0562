import { AwsClient } from "aws4fetch";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Env } from "#runtime/env.ts";
import { unavailable } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";
import { type FileStore, getCheckedFileName, isStoredFileNameOrDraft } from "./file-store.ts";

/** The settings of a store with the S3 protocol, such as Amazon S3, MinIO, Garage, Ceph or Cloudflare R2. */
export type ObjectStoreSettings = {
  endpoint: string;
  bucket: string;
  region: string;
  keyId: string;
  secret: string;
};

/** The time limit for a response. Sending a body extends it by a second per megabyte. */
const PATIENCE_MS = 20_000;
const BYTES_A_MS = 1_000;

const EMPTY = createHash("sha256").digest("hex");

const UNREACHED =
  "Pictures and documents cannot be reached at the moment. Nothing was changed. Try again in a minute. If this continues, tell the person who looks after the server.";

/** Returns the settings of the object store, or null when files are stored in `DATA_DIR`. */
export function objectStoreSettings(env: Env): ObjectStoreSettings | null {
  const { FILES_ENDPOINT: endpoint, FILES_BUCKET: bucket, FILES_REGION: region } = env;
  const { FILES_KEY_ID: keyId, FILES_SECRET: secret } = env;
  if (!endpoint || !bucket || !keyId || !secret) return null;
  return { endpoint, bucket, region, keyId, secret };
}

/** A request. The `sha256` of the body is signed, so that the store rejects data that changed on the way. */
type Sent = { method: string; name?: string; query?: string; body?: Body };
type Body = { content: Uint8Array | Readable; bytes: number; sha256: string };

export function objectStore(settings: ObjectStoreSettings): FileStore {
  const send = (sent: Sent) => sendTo(settings, sent);
  return {
    write: (name, bytes) =>
      put(send, name, { content: bytes, bytes: bytes.length, sha256: checksumOf(bytes) }),
    copy: async (name, from) => {
      const [{ size }, sha256] = await Promise.all([stat(from), checksumOfFile(from)]);
      await put(send, name, { content: createReadStream(from), bytes: size, sha256 });
    },
    read: async (name) => {
      const answer = await send({ method: "GET", name });
      return answer?.body ? Readable.fromWeb(answer.body as ReadableStream) : null;
    },
    remove: async (name) => {
      const answer = await send({ method: "DELETE", name });
      await answer?.body?.cancel();
    },
    before: (moment) => namesBefore(send, moment),
  };
}

type Send = (sent: Sent) => Promise<Response | null>;

async function put(send: Send, name: string, body: Body): Promise<void> {
  const answer = await send({ method: "PUT", name, body });
  if (!answer) throw unavailable(UNREACHED);
  await answer.body?.cancel();
}

/** Lists names in pages of a thousand. Names and times contain no characters that XML would escape. */
async function namesBefore(send: Send, moment: Date): Promise<string[]> {
  const names: string[] = [];
  let after: string | undefined;
  do {
    const from = after === undefined ? "" : `&start-after=${encodeURIComponent(after)}`;
    const answer = await send({ method: "GET", query: `?list-type=2${from}` });
    const page = (await answer?.text()) ?? "";
    const entries = page.split("<Contents>").slice(1);
    const found = entries.map((entry) => ({
      name: textOf("Key", entry),
      at: new Date(textOf("LastModified", entry)),
    }));
    names.push(
      ...found.filter(({ name, at }) => isStoredFileNameOrDraft(name) && at < moment).map(({ name }) => name),
    );
    after = textOf("IsTruncated", page) === "true" ? found.at(-1)?.name : undefined;
  } while (after !== undefined);
  return names;
}

function textOf(element: string, xml: string): string {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? "";
}

/** Sends a request. Returns null for a missing file. @throws Unavailable for any other error, or no response */
async function sendTo(settings: ObjectStoreSettings, sent: Sent): Promise<Response | null> {
  const url = addressOf(settings, sent);
  const answer = await fetchSigned(settings, url, sent).catch((error: unknown) => {
    log().error({ err: error }, "the object store with the files does not respond");
    throw Object.assign(unavailable(UNREACHED), { cause: error });
  });
  if (answer.ok) return answer;
  const code = textOf("Code", await answer.text().catch(() => ""));
  const isOfFile = sent.name !== undefined && sent.method !== "PUT";
  if (answer.status === 404 && isOfFile && code !== "NoSuchBucket") return null;
  log().error({ status: answer.status, code, bucket: settings.bucket }, adviceFor(answer.status));
  throw unavailable(UNREACHED);
}

function adviceFor(status: number): string {
  if (status === 403)
    return "the object store rejected the request: check that FILES_KEY_ID and FILES_SECRET are right, that they may read, write and list the bucket, and that the clocks of this server and the store agree";
  if (status === 404) return "the object store has no such bucket: check FILES_BUCKET and FILES_ENDPOINT";
  return "the object store returned an error";
}

/** Returns the URL of a file in the store. @throws NotFound when the name is not one of ours */
function addressOf({ endpoint, bucket }: ObjectStoreSettings, { name, query = "" }: Sent): string {
  return `${endpoint}/${bucket}${name === undefined ? "" : `/${getCheckedFileName(name)}`}${query}`;
}

async function fetchSigned(
  { region, keyId: accessKeyId, secret: secretAccessKey }: ObjectStoreSettings,
  url: string,
  { method, body }: Sent,
): Promise<Response> {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
  const headers = {
    "X-Amz-Content-Sha256": body?.sha256 ?? EMPTY,
    ...(body && { "Content-Length": String(body.bytes) }),
  };
  const signed = await client.sign(url, { method, headers });
  const answered = new AbortController();
  const timer = setTimeout(() => answered.abort(), PATIENCE_MS + (body?.bytes ?? 0) / BYTES_A_MS);
  try {
    const request = { method, headers: signed.headers, signal: answered.signal, redirect: "error" } as const;
    // Stores require the length of the body, so it is sent as a header; fetch requires `duplex` for a stream.
    return await fetch(
      url,
      body ? ({ ...request, body: body.content as BodyInit, duplex: "half" } as RequestInit) : request,
    );
  } finally {
    clearTimeout(timer);
  }
}

function checksumOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function checksumOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
