import { failureTitle } from "#features/shell/frame/failure-words.ts";
import { isOwnPage, PATHS, withQuery } from "#domain/paths.ts";
import { fileAnswer } from "#runtime/json-answer.ts";
import type { Refusal } from "./endpoint.ts";
import { NOT_VALID } from "./input.ts";
import { BUTTON, escaped, LINK, plainPage } from "#runtime/plain-page.ts";

/** Tells whether a person's browser opened the address to view or download: a script does not ask for a page. */
export function isOpenedByPerson(request: Request): boolean {
  return request.method === "GET" && wantsPage(request);
}

/**
 * Answers for addresses without a page of their own that a person's browser opens or posts a form to: an expected
 * error becomes a small page for a browser, and JSON for a script.
 */
export async function respondWithPage(work: () => Promise<Response>, request: Request): Promise<Response> {
  const answer = await fileAnswer(work);
  const isRefusal = answer.status >= 400 && isJson(answer);
  return isRefusal && wantsPage(request) ? refusalPage(answer, request) : answer;
}

function isJson({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("application/json") ?? false;
}

function wantsPage({ headers }: Request): boolean {
  return (headers.get("Accept") ?? "").includes("text/html");
}

/**
 * Shows the reason for a rejected document in its place, with a link to try again. A download recognises the page by
 * `data-refused` (app/features/shell/frame/document-failure.ts).
 */
export async function refusalPage(answer: Response, request: Request): Promise<Response> {
  const { message, errors = {} } = (await answer.json()) as Refusal;
  const { status } = answer;
  // A person reads the reasons, not the names of fields.
  const said = message.startsWith(NOT_VALID) ? NOT_VALID : message;
  const why = new Set([said, ...Object.values(errors).flat()]);
  const body = `<p data-refused="${status}">${escaped([...why].join(" "))}</p>
<p style="margin:24px 0">${actions(status, request)}</p>`;
  const headers = new Headers(answer.headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(plainPage({ heading: failureTitle(status), body }), { status, headers });
}

/** The sign-in page replaces the page around the viewer and leads back. A link cannot repeat a posted form. */
function actions(status: number, request: Request): string {
  const page = pageBefore(request);
  const backTo = (look: string) => `<a href="${escaped(page)}" target="_top" ${look}>Back to Termbook</a>`;
  if (request.method !== "GET") return backTo(BUTTON);
  const { pathname, search } = new URL(request.url);
  const again = (look: string) => `<a href="${escaped(pathname + search)}" ${look}>Try again</a>`;
  const gap = '<span style="display:inline-block;width:24px"></span>';
  if (status !== 401) return isFramed(request) ? again(BUTTON) : again(BUTTON) + gap + backTo(LINK);
  const signIn = `<a href="${escaped(withQuery("/", { next: page }))}" target="_top" ${BUTTON}>Sign in</a>`;
  return signIn + gap + again(LINK);
}

/** Browsers send this header only over a secure connection. */
function isFramed({ headers }: Request): boolean {
  return headers.get("Sec-Fetch-Dest") === "iframe";
}

/** Finds the page that the document was opened from. */
function pageBefore({ headers }: Request): string {
  const referrer = headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return PATHS.mainMenu;
  const { pathname, search } = new URL(referrer);
  return isOwnPage(pathname + search) ? pathname + search : PATHS.mainMenu;
}
