import { fileNameParameters } from "#runtime/file-name.ts";

export type MadeFile = { bytes: Uint8Array; contentType: string; fileName: string };

/** A file that was made for whoever asks, to be saved; no cache may keep it. */
export function madeFileResponse({ bytes, contentType, fileName }: MadeFile): Response {
  const headers = {
    "Cache-Control": "no-store",
    "Content-Type": contentType,
    "Content-Length": String(bytes.byteLength),
    "Content-Disposition": `attachment; ${fileNameParameters(fileName)}`,
  };
  return new Response(new Uint8Array(bytes), { headers });
}
