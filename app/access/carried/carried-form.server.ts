import { now } from "#runtime/clock.ts";
import { conflict } from "#runtime/errors.ts";
import { isPageForm, sentForm } from "#runtime/sent-body.ts";
import { SIGN_IN } from "../sign-in-path.ts";
import { sealed, unsealed } from "./seal.server.ts";

/** In it the steps of the sign-in hand on what was posted without a session. */
export const CARRIED_FIELD = "carried";

const PURPOSE = "a form posted without a session";

/** More than any of our forms holds. */
const MOST_BYTES = 64 * 1024;

/** As long as a sign-in lasts: what is older was left behind by somebody else. */
const KEPT_MS = 12 * 60 * 60 * 1_000;

type Carried = { path: string; fields: [string, string][]; at: number };

/**
 * Whether what was posted without a session goes by way of the sign-in page: the form of a page that says whose it is.
 * `lost`: it is too much, or holds a password, which is never written into a page. Scripts keep what they send themselves.
 */
export async function carriage(request: Request): Promise<"carried" | "lost" | "none"> {
  const isPage = request.headers.get("Accept")?.includes("text/html") ?? false;
  if (request.method !== "POST" || !isPage || !isPageForm(request)) return "none";
  const form = await sentForm(request.clone());
  if (!form?.has("author")) return "none";
  const isLong = (await request.clone().arrayBuffer()).byteLength > MOST_BYTES;
  return isLong || [...form.keys()].some((name) => /password/i.test(name)) ? "lost" : "carried";
}

/** A posted form, sealed for the page that it was sent to. */
export function carriedForm(form: FormData, path: string): string {
  const fields = [...form].flatMap(([name, value]): Carried["fields"] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return sealed(PURPOSE, JSON.stringify({ path, fields, at: now().getTime() } satisfies Carried));
}

/** Whether a request brings a form by way of the sign-in page. */
export async function wasCarried(request: Request): Promise<boolean> {
  return (await sentForm(request.clone()))?.has(CARRIED_FIELD) ?? false;
}

/** Where a carried form was sent to; null for what is none. */
export function pathOfCarried(seal: string): string | null {
  return opened(seal)?.path ?? null;
}

/** The form that was carried here; null where none was. @throws conflict for one that cannot be read, or is of another page */
export function formCarriedTo(request: Request, form: FormData): FormData | null {
  const seal = form.get(CARRIED_FIELD);
  const { pathname, search } = new URL(request.url);
  if (typeof seal !== "string" || pathname === SIGN_IN) return null;
  const carried = opened(seal);
  if (carried?.path !== pathname + search)
    throw conflict("Nothing was saved: what was kept during the sign-in cannot be read.");
  const restored = new FormData();
  for (const [name, value] of carried.fields) restored.append(name, value);
  return restored;
}

/** What is sealed has this shape: nobody else can make it. Null also for what is too old. */
function opened(seal: string): Carried | null {
  const text = unsealed(PURPOSE, seal);
  const carried = text === null ? null : (JSON.parse(text) as Carried);
  return carried && now().getTime() - carried.at < KEPT_MS ? carried : null;
}
