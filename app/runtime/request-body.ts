import { invalid, unsupportedMedia } from "./errors.ts";

const JSON_TYPE = "application/json";
const URL_ENCODED = "application/x-www-form-urlencoded";

/**
 * Reads the body of a request as text.
 * @throws Invalid for bytes that are not text, because their replacement characters are nobody's words
 */
async function sentText(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("This text is not in UTF-8. Send it in UTF-8.");
  }
}

/**
 * Reads the body of a request as JSON, or returns null when it is something else. A foreign page can send plain text
 * without permission, but not JSON.
 * @throws UnsupportedMedia or Invalid
 */
export async function readJson(request: Request): Promise<unknown> {
  if (mediaTypeOf(request) !== JSON_TYPE) throw unsupportedMedia("Send JSON.");
  const text = await sentText(request);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Reads the body of a request as a form, or returns null when it is something else.
 * @throws Invalid when the form is not text
 */
export async function readForm(request: Request): Promise<FormData | null> {
  const text = await sentText(request.clone());
  if (isPageForm(request) && !isDecodable(text))
    throw invalid("This text is not in UTF-8. Send it in UTF-8.");
  return request.formData().catch(() => null);
}

export function mediaTypeOf(request: Request): string {
  const [type = ""] = (request.headers.get("Content-Type") ?? "").split(";");
  return type.trim().toLowerCase();
}

/** Tells whether the content type is that of our pages' forms; uploads and API calls accept other types too. */
export function isPageForm(request: Request): boolean {
  return mediaTypeOf(request) === URL_ENCODED;
}

/** Checks the encoding before parsing, which would replace bytes that are not text with a replacement character. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
