import { dispatch } from "#api/dispatch/dispatch.server.ts";
import { CONTEXT, get, type Visitor } from "#tests/support/request.ts";
import { linesOf, pagesOf, wordsOf } from "../../templates/pdf-reader.ts";

/** What the address of a document answers, read to its end. */
export async function printed(address: string, visitor: Visitor) {
  const response = await dispatch(get(address, visitor), { ...CONTEXT, ip: "" });
  const { status, headers } = response;
  const fileName = decodeURIComponent(headers.get("Content-Disposition") ?? "");
  return { status, headers, fileName, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** An address with what is asked there. */
export function addressOf(path: string, query: object = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(pairs)}`;
}

/** All words of a PDF with one space between. */
export function wordsIn(bytes: Uint8Array): string {
  return plain(pagesOf(bytes).map(wordsOf).join(" "));
}

/** The lines of a PDF page after page; what stands beside each other is one. */
export function linesIn(bytes: Uint8Array): string[] {
  return pagesOf(bytes).flatMap(linesOf).map(plain);
}

function plain(text: string): string {
  return text
    .replaceAll(/[\u00a0\u2007]/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();
}
