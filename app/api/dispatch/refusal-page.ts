import { failureTitle } from "#features/shell/frame/failure-words.ts";
import { isOwnPage, PATHS, withQuery } from "#domain/paths.ts";
import { respondWithFile } from "#runtime/json-answer.ts";
import type { RefusalBody } from "./endpoint.ts";
import { INVALID_REQUEST_MESSAGE } from "./input.ts";
import { BUTTON_STYLE, escapeHtml, LINK_STYLE, renderPlainPage } from "#runtime/plain-page.ts";

/** Tells whether a browser opened the address to view or download a document. Scripts do not accept HTML. */
export function isOpenedInBrowser(request: Request): boolean {
  return request.method === "GET" && wantsPage(request);
}

/**
 * Builds responses for addresses that are not pages, but that a person opens or submits a form to. An expected error
 * becomes a small page for a browser, and JSON for a script.
 */
export async function respondWithErrorPage(
  work: () => Promise<Response>,
  request: Request,
): Promise<Response> {
  const answer = await respondWithFile(work);
  const isRefusal = answer.status >= 400 && isJson(answer);
  return isRefusal && wantsPage(request) ? renderRefusalPage(answer, request) : answer;
}

function isJson({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("application/json") ?? false;
}

function wantsPage({ headers }: Request): boolean {
  return (headers.get("Accept") ?? "").includes("text/html");
}

/**
 * Builds a page with the reason why a document was refused and a link to try again. The script that downloads documents
 * recognises this page by `data-refused` (app/features/shell/frame/document-failure.ts).
 */
export async function renderRefusalPage(answer: Response, request: Request): Promise<Response> {
  const { message, errors = {} } = (await answer.json()) as RefusalBody;
  const { status } = answer;
  // The message may go on with the names of API fields. People see only its beginning and the reasons.
  const said = message.startsWith(INVALID_REQUEST_MESSAGE) ? INVALID_REQUEST_MESSAGE : message;
  const why = new Set([said, ...Object.values(errors).flat()]);
  const body = `<p data-refused="${status}">${escapeHtml([...why].join(" "))}</p>
<p style="margin:24px 0">${actions(status, request)}</p>`;
  const headers = new Headers(answer.headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(renderPlainPage({ heading: failureTitle(status), body }), { status, headers });
}

/**
 * Builds the buttons of the page. `target="_top"` opens the sign-in page in place of the whole page instead of inside
 * the document viewer. A link cannot repeat a submitted form, so there is no "Try again" for a POST.
 */
function actions(status: number, request: Request): string {
  const page = pageBefore(request);
  const backTo = (look: string) => `<a href="${escapeHtml(page)}" target="_top" ${look}>Back to Termbook</a>`;
  if (request.method !== "GET") return backTo(BUTTON_STYLE);
  const { pathname, search } = new URL(request.url);
  const again = (look: string) => `<a href="${escapeHtml(pathname + search)}" ${look}>Try again</a>`;
  const gap = '<span style="display:inline-block;width:24px"></span>';
  if (status !== 401)
    return isFramed(request) ? again(BUTTON_STYLE) : again(BUTTON_STYLE) + gap + backTo(LINK_STYLE);
  const signIn = `<a href="${escapeHtml(withQuery("/", { next: page }))}" target="_top" ${BUTTON_STYLE}>Sign in</a>`;
  return signIn + gap + again(LINK_STYLE);
}

/** Tells whether the document is shown inside a viewer. Browsers send this header only over a secure connection. */
function isFramed({ headers }: Request): boolean {
  return headers.get("Sec-Fetch-Dest") === "iframe";
}

/** Returns the path of the page from which the document was opened, or the path of the main menu. */
function pageBefore({ headers }: Request): string {
  const referrer = headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return PATHS.mainMenu;
  const { pathname, search } = new URL(referrer);
  return isOwnPage(pathname + search) ? pathname + search : PATHS.mainMenu;
}
