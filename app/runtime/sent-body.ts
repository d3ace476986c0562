import { invalid, unsupportedMedia } from "./errors.ts";

const JSON_TYPE = "application/json";
const URL_ENCODED = "application/x-www-form-urlencoded";

/** The body of a request as text. @throws invalid for bytes that are no text: what stands in their place is nobody's word */
async function sentText(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("This is not UTF-8.");
  }
}

/**
 * The body of a request as JSON, or null when it is none. A page elsewhere can send plain text unasked, and JSON cannot.
 * @throws unsupportedMedia, invalid
 */
export async function sentJson(request: Request): Promise<unknown> {
  if (mediaTypeOf(request) !== JSON_TYPE) throw unsupportedMedia("Send JSON.");
  const text = await sentText(request);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The body of a request as a form, or null when it is none. @throws invalid for one that is no text */
export async function sentForm(request: Request): Promise<FormData | null> {
  const text = await sentText(request.clone());
  if (isPageForm(request) && !isDecodable(text)) throw invalid("This is not UTF-8.");
  return request.formData().catch(() => null);
}

export function mediaTypeOf(request: Request): string {
  const [type = ""] = (request.headers.get("Content-Type") ?? "").split(";");
  return type.trim().toLowerCase();
}

/** As the forms of our pages are sent; what takes a file, and the calls, read others too. */
export function isPageForm(request: Request): boolean {
  return mediaTypeOf(request) === URL_ENCODED;
}

/** Bytes of a form stand behind per cent signs, and a form is read with a sign in the place of those that are no text. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
