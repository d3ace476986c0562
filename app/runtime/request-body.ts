import { invalid, unsupportedMedia } from "./errors.ts";

const JSON_TYPE = "application/json";
const URL_ENCODED = "application/x-www-form-urlencoded";

/**
 * Reads the body of a request as text.
 * @throws Invalid for bytes that are not valid text, because decoding would silently replace them
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
 * Reads the body of a request as JSON. Returns null if the body is not valid JSON. The content type is required,
 * because a foreign site can make a browser send plain text, but not JSON.
 * @throws UnsupportedMedia for another content type, Invalid for bytes that are not valid text
 */
export async function readJson(request: Request): Promise<unknown> {
  if (mediaTypeOf(request) !== JSON_TYPE) throw unsupportedMedia("This format is unknown. Send JSON.");
  const text = await sentText(request);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Reads the body of a request as a form. Returns null if the content type is not that of a form.
 * @throws Invalid for bytes that are not valid text
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

/** Tells whether the content type is that of the forms on our pages. Uploads and API calls use other types. */
export function isPageForm(request: Request): boolean {
  return mediaTypeOf(request) === URL_ENCODED;
}

/** Tells whether encoded text is valid. Parsing alone would silently replace invalid bytes. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
