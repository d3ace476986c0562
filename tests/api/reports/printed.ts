import { dispatchApiCall } from "#api/dispatch/dispatch.server.ts";
import { CONTEXT, getRequest, type Visitor } from "#tests/support/request.ts";
import { linesOf, pagesOf, wordsOf } from "../../templates/pdf-reader.ts";

/** Requests a document and reads the response to its end. */
export async function printed(address: string, visitor: Visitor) {
  const response = await dispatchApiCall(getRequest(address, visitor), { ...CONTEXT, ip: "" });
  const { status, headers } = response;
  const fileName = decodeURIComponent(headers.get("Content-Disposition") ?? "");
  return { status, headers, fileName, bytes: Buffer.from(await response.arrayBuffer()) };
}

export function addressOf(path: string, query: object = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(pairs)}`;
}

export function wordsIn(bytes: Uint8Array): string {
  return plain(pagesOf(bytes).map(wordsOf).join(" "));
}

/** Lists the lines of a PDF page by page; texts side by side form one line. */
export function linesIn(bytes: Uint8Array): string[] {
  return pagesOf(bytes).flatMap(linesOf).map(plain);
}

function plain(text: string): string {
  return text
    .replaceAll(/[\u00a0\u2007]/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();
}
