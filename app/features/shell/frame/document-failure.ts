import { messageOf } from "#ui/form/form-result.ts";
import { failureTitle } from "./failure-words.ts";

/** Why a document or a file did not come. */
export type DocumentFailure = { title: string; words: string; isSignedOut: boolean };

const UNAUTHENTICATED = 401;
const FAULT = 500;
const PDF = "application/pdf";

export const NO_CONNECTION: DocumentFailure = {
  title: "No connection",
  words: "The document could not be fetched. Try again when the connection is back.",
  isSignedOut: false,
};

/** All of a document, or why there is none: what breaks off half way is no document. */
export async function fetchDocument(src: string, signal: AbortSignal): Promise<Blob | DocumentFailure> {
  try {
    const answer = await fetch(src, { headers: { Accept: `${PDF}, application/json` }, signal });
    const isDocument = answer.headers.get("Content-Type")?.startsWith(PDF) ?? false;
    if (answer.ok && isDocument) return await answer.blob();
    // Something that stands between here and the server.
    if (answer.ok) return NO_CONNECTION;
    return failureOf(answer.status, messageOf(await answer.json().catch(() => null)));
  } catch {
    return NO_CONNECTION;
  }
}

/** Why a frame shows something where a file was to be saved: the page of a refusal, or the browser's own. */
export function failureIn({ contentDocument }: HTMLIFrameElement): DocumentFailure {
  if (!contentDocument) return NO_CONNECTION;
  const refusal = contentDocument.querySelector<HTMLElement>("[data-refused]");
  return failureOf(Number(refusal?.dataset.refused ?? FAULT), refusal?.textContent ?? null);
}

export function signedOutFailure(): DocumentFailure {
  return failureOf(UNAUTHENTICATED, null);
}

function failureOf(status: number, words: string | null): DocumentFailure {
  const isSignedOut = status === UNAUTHENTICATED;
  const said = isSignedOut ? "Sign in again, and the document comes by itself." : words;
  return { title: failureTitle(status), words: said ?? "Try again in a moment.", isSignedOut };
}
