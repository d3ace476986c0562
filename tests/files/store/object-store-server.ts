import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

type Stored = { bytes: Buffer; at: Date };
type Answer = { status: number; body?: string | Buffer; headers?: Record<string, string> };

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;
const KEY_ID = "of-the-tests";
const SECRET = "a secret of the tests";
const BUCKET = "school-files";
/** Small, so that a short list has several pages. */
const PAGE = 3;

/**
 * An object store over HTTP with the part of S3 that files need: it checks every signature and checksum (Signature
 * Version 4), and has one bucket.
 */
export class ObjectStoreServer {
  readonly objects = new Map<string, Stored>();
  /** The requests so far, such as `GET name`. */
  readonly asked: string[] = [];
  private readonly server = createServer((request, response) => void this.serve(request, response));

  static async start(): Promise<ObjectStoreServer> {
    const store = new ObjectStoreServer();
    store.server.listen(0, "127.0.0.1");
    await once(store.server, "listening");
    return store;
  }

  /** The settings for a process of the product. */
  get settings(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo;
    return {
      FILES_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_BUCKET: BUCKET,
      FILES_KEY_ID: KEY_ID,
      FILES_SECRET: SECRET,
    };
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const { status, body = "", headers } = this.answer(request, bytes);
    response.writeHead(status, { "Content-Length": String(body.length), ...headers });
    response.end(request.method === "HEAD" ? undefined : body);
  }

  private answer(request: IncomingMessage, bytes: Buffer): Answer {
    const { method = "" } = request;
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://store");
    const [bucket, key = ""] = pathname.slice(1).split("/");
    this.asked.push(`${method} ${key}`);
    const fault = faultOf(request, bytes);
    if (fault) return refusal(403, fault);
    if (bucket !== BUCKET) return refusal(404, "NoSuchBucket");
    if (key === "") return this.list(searchParams.get("start-after") ?? "");
    if (method === "PUT" && request.headers["content-length"] === undefined)
      return refusal(411, "MissingContentLength");
    if (method === "PUT") this.objects.set(key, { bytes, at: new Date() });
    if (method === "DELETE") this.objects.delete(key);
    if (method === "PUT" || method === "DELETE") return { status: method === "PUT" ? 200 : 204 };
    const found = this.objects.get(key);
    return found ? { status: 200, body: found.bytes } : refusal(404, "NoSuchKey");
  }

  private list(after: string): Answer {
    const all = [...this.objects].filter(([key]) => key > after).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const entries = all
      .slice(0, PAGE)
      .map(
        ([key, { at, bytes }]) =>
          `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
      );
    const rest = `<IsTruncated>${all.length > PAGE}</IsTruncated>`;
    return {
      status: 200,
      body: `<?xml version="1.0"?><ListBucketResult>${rest}${entries.join("")}</ListBucketResult>`,
    };
  }
}

/** Returns the store's error for a wrong signature, or for data that was changed on the way. */
function faultOf(request: IncomingMessage, bytes: Buffer): string | null {
  const [, keyId, day = "", region = "", names = "", signature = ""] =
    SIGNED.exec(request.headers.authorization ?? "") ?? [];
  if (keyId !== KEY_ID) return "InvalidAccessKeyId";
  const sha256 = String(request.headers["x-amz-content-sha256"]);
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) return "XAmzContentSHA256Mismatch";
  const url = new URL(request.url ?? "/", "http://store");
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).toSorted();
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query.join("&"), headers.join(""), names, sha256];
  const scope = `${day}/${region}/s3/aws4_request`;
  const hashed = createHash("sha256").update(canonical.join("\n")).digest("hex");
  const toSign = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, hashed].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  const expected = hmac(key, toSign);
  return timingSafeEqual(expected, Buffer.from(signature, "hex")) ? null : "SignatureDoesNotMatch";
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function refusal(status: number, code: string): Answer {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` };
}
