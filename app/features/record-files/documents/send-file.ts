import { MESSAGES } from "#domain/messages.ts";
import { signedOut } from "#ui/page/act-in-place.ts";
import type { DocumentRefused } from "./documents.ts";

const SIGNED_OUT = 401;

/** How far a file is, in bytes, and how it is given up. */
export type Sending = { sent: number; total: number; stop: () => void };

/** `fault` is empty for a file that was given up. */
export type FileSent =
  { ok: true; message: string } | ({ ok: false } & Pick<DocumentRefused, "field" | "fault">);

/** Sends a form with a file; a plain fetch does not say how far it is. */
export function sendFile(
  url: string,
  form: FormData,
  onProgress: (sending: Sending) => void,
): Promise<FileSent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const refused = (fault: string) => resolve({ ok: false, field: "file", fault });
    request.open("POST", url);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total, stop });
    request.onabort = () => refused("");
    request.onerror = () => refused(MESSAGES.notUploaded);
    request.onload = () => {
      if (request.status === SIGNED_OUT) signedOut.notify();
      if (request.status === 200) resolve({ ok: true, message: partOf(request.response).message ?? "" });
      else resolve(refusalIn(request.response));
    };
    onProgress({ sent: 0, total: 0, stop });
    request.send(form);
  });
}

/** The server's file error, else the specification's words (A8). */
function refusalIn(answer: unknown): FileSent {
  const { field, fault, reason } = partOf(answer);
  const words = fault ?? reason ?? MESSAGES.notUploaded;
  return { ok: false, field: field === "description" ? field : "file", fault: words };
}

type Part = "field" | "fault" | "reason" | "message";

function partOf(answer: unknown): Partial<Record<Part, string>> {
  return answer ?? {};
}
