import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { now } from "#runtime/clock.ts";
import { env } from "#runtime/env.ts";
import { conflict } from "#runtime/errors.ts";
import { isPageForm, readForm } from "#runtime/request-body.ts";
import { SIGN_IN_PATH } from "../sign-in-path.ts";

/** The hidden field that carries a form through the steps of signing in, if it was posted without a session. */
export const CARRIED_FORM_FIELD = "carried";

const PURPOSE = "a form posted without a session";

/** The limit is larger than any of our forms. */
const MOST_BYTES = 64 * 1024;

/** A carried form expires after the longest life of a session, because its author has probably left by then. */
const KEPT_MS = 12 * 60 * 60 * 1_000;

type Carried = { path: string; fields: [string, string][]; at: number };

/**
 * Decides whether a form that was posted without a session is carried through the sign-in page, so that nobody has to
 * type it again. Only forms with the field `author` are carried. `lost` means that the form is too large or contains a
 * password, which is never written into a page. Scripts keep the forms that they send.
 */
export async function decideFormCarrying(request: Request): Promise<"carried" | "lost" | "none"> {
  const isPage = request.headers.get("Accept")?.includes("text/html") ?? false;
  if (request.method !== "POST" || !isPage || !isPageForm(request)) return "none";
  const form = await readForm(request.clone());
  if (!form?.has("author")) return "none";
  const isLong = (await request.clone().arrayBuffer()).byteLength > MOST_BYTES;
  return isLong || [...form.keys()].some((name) => /password/i.test(name)) ? "lost" : "carried";
}

/** Encrypts a posted form together with the path to which the form was sent. */
export function encryptCarriedForm(form: FormData, path: string): string {
  const fields = [...form].flatMap(([name, value]): Carried["fields"] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return encryptForPurpose(PURPOSE, JSON.stringify({ path, fields, at: now().getTime() } satisfies Carried));
}

/** Tells whether the request contains a form that was carried through the sign-in page. */
export async function hasCarriedForm(request: Request): Promise<boolean> {
  return (await readForm(request.clone()))?.has(CARRIED_FORM_FIELD) ?? false;
}

/** Returns the path to which a carried form was sent, or null when the form cannot be decrypted or has expired. */
export function findCarriedFormPath(seal: string): string | null {
  return opened(seal)?.path ?? null;
}

/**
 * Returns the carried form that this request contains, or null without one.
 * @throws Conflict for a form that cannot be decrypted, has expired or belongs to another page
 */
export function readCarriedForm(request: Request, form: FormData): FormData | null {
  const seal = form.get(CARRIED_FORM_FIELD);
  const { pathname, search } = new URL(request.url);
  if (typeof seal !== "string" || pathname === SIGN_IN_PATH) return null;
  const carried = opened(seal);
  if (carried?.path !== pathname + search)
    throw conflict("Nothing was saved: what you typed before you signed in cannot be read. Type it again.");
  const restored = new FormData();
  for (const [name, value] of carried.fields) restored.append(name, value);
  return restored;
}

/** Decrypts a carried form, or returns null. The JSON is not checked, because only this program can encrypt a form. */
function opened(seal: string): Carried | null {
  const text = decryptForPurpose(PURPOSE, seal);
  const carried = text === null ? null : (JSON.parse(text) as Carried);
  return carried && now().getTime() - carried.at < KEPT_MS ? carried : null;
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text that travels through a page. Nobody else can read or change the text, or use it elsewhere. */
export function encryptForPurpose(purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(purpose), nonce);
  const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64url");
}

/** Decrypts a text. Returns null unless this program encrypted the text for this purpose. */
export function decryptForPurpose(purpose: string, seal: string): string | null {
  const bytes = Buffer.from(seal, "base64url");
  const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
  if (rest.length < TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, keyFor(purpose), nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(rest.subarray(0, TAG_BYTES));
  try {
    return decipher.update(rest.subarray(TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

function keyFor(purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", env().SESSION_SECRET, "", purpose, KEY_BYTES));
}
