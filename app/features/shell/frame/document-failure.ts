import { errorMessage } from "#ui/form/form-result.ts";
import { failureTitle } from "./failure-words.ts";

/** The reason why a document or file could not be loaded. */
export type DocumentFailure = { title: string; words: string; isSignedOut: boolean };

const UNAUTHENTICATED = 401;
const FAULT = 500;
const PDF = "application/pdf";
/** The type of a picture that was uploaded and encoded again. */
const PICTURE = "image/jpeg";

export const NO_CONNECTION_FAILURE: DocumentFailure = {
  title: "No connection",
  words: "The document could not be loaded. Try again when the connection is back.",
  isSignedOut: false,
};

/** Fetches a whole document, or returns the reason for a failure. An incomplete document is a failure. */
export async function fetchDocument(src: string, signal: AbortSignal): Promise<Blob | DocumentFailure> {
  try {
    const answer = await fetch(src, { headers: { Accept: `${PDF}, ${PICTURE}, application/json` }, signal });
    const type = answer.headers.get("Content-Type") ?? "";
    const isDocument = type.startsWith(PDF) || type.startsWith(PICTURE);
    if (answer.ok && isDocument) return await answer.blob();
    // The response comes from a proxy or a captive portal, and not from our server.
    if (answer.ok) return NO_CONNECTION_FAILURE;
    return failureOf(answer.status, errorMessage(await answer.json().catch(() => null)));
  } catch {
    return NO_CONNECTION_FAILURE;
  }
}

/** Returns why a page loaded in a download's iframe: the server refused, or it is the browser's own error page. */
export function readFrameFailure({ contentDocument }: HTMLIFrameElement): DocumentFailure {
  if (!contentDocument) return NO_CONNECTION_FAILURE;
  const refusal = contentDocument.querySelector<HTMLElement>("[data-refused]");
  return failureOf(Number(refusal?.dataset.refused ?? FAULT), refusal?.textContent ?? null);
}

export function signedOutFailure(): DocumentFailure {
  return failureOf(UNAUTHENTICATED, null);
}

function failureOf(status: number, words: string | null): DocumentFailure {
  const isSignedOut = status === UNAUTHENTICATED;
  const said = isSignedOut ? "Sign in again, and the document will load automatically." : words;
  return { title: failureTitle(status), words: said ?? "Try again in a moment.", isSignedOut };
}
