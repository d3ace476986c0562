import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { text } from "node:stream/consumers";
import type { ReadableStream as WebStream } from "node:stream/web";
import { renderToString } from "react-dom/server";
import { SIGN_IN_SCRIPT } from "#features/sign-in/page-script.server.ts";
import earlyStyles from "#ui/styles/base.css?inline";
import { recordError } from "#features/settings/health/health.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";
import { ServerOnlyValuesProvider } from "#ui/page/served-page.ts";

/** The server process imports these from the build, because importing their own modules would load second copies. */
export { closeConnections as close } from "#db/index.ts";
export { hasSchool } from "#features/sign-in/first-run/first-run.server.ts";
export {
  findDatabaseFault as databaseFault,
  isDatabaseDurable as isDurable,
  isDatabaseReady as ready,
} from "#db/queries/database-fault.ts";
export { backupAge } from "#files/backup/read-backup-state.server.ts";
export { recordError as noteError } from "#features/settings/health/health.server.ts";
export { startQueueMetrics } from "#features/settings/health/health.server.ts";

/** The time limit in milliseconds. No page streams, because all data is complete when the loaders have finished. */
export const streamTimeout = 10_000;

/**
 * Renders the whole page before sending anything. The response then has the right status, a length and one nonce, and
 * rendering takes less than half the time of a stream. An error during rendering is rethrown, so that Remix renders the
 * error boundary.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
): Promise<Response> {
  const context = await withWholeData(remixContext);
  const html = renderToString(
    <ServerOnlyValuesProvider value={{ nonce, requestId }}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </ServerOnlyValuesProvider>,
  );
  const page = Buffer.from(`<!DOCTYPE html>${hasLateScripts(context) ? withLateScripts(html, nonce) : html}`);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(page.length));
  return new Response(page, { status, headers });
}

/** Tells whether a route of the page has `scripts: "late"`. In development, React would warn of changed HTML. */
function hasLateScripts({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const handles = staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle);
  return (
    import.meta.env.PROD && handles.some((handle) => (handle as { scripts?: unknown })?.scripts === "late")
  );
}

/**
 * Loads the sheet of all styles, which the next page needs, and a second later the scripts. A password that the browser
 * fills in is submitted at once and needs the bandwidth first. Only two scripts load at a time, so that a submitted
 * form gets a third of the bandwidth. If the person leaves the page, the browser keeps the part that has arrived.
 */
const LOADER = `(function(d){addEventListener("load",function(){
var l=d.querySelector("link[rel=late-styles]");if(l){l.onload=function(){d.getElementById("early-styles").remove()};l.rel="stylesheet"}
setTimeout(function(){
var files=Array.from(new Set(Array.from(d.querySelectorAll("link[rel=late]"),function(l){return l.href})));
function lane(){var file=files.shift();return file?fetch(file).then(function(r){return r.text()}).catch(function(){}).then(lane):0}
Promise.all([lane(),lane()]).then(function(){var late=d.querySelector("script[type='text/late']"),s=d.createElement("script");
s.type="module";s.nonce=late.nonce;s.text=late.text;d.body.append(s)})},1000)})})(document)`.replaceAll(
  "\n",
  "",
);

/**
 * Lets a page show its form at once, with its styles in the page and its scripts last. Only attributes of Remix's
 * elements are changed, because React hydrates the page as it is.
 */
function withLateScripts(html: string, nonce: string): string {
  const late = html
    .replaceAll('<link rel="modulepreload"', '<link rel="late"')
    .replaceAll('type="module" async=""', 'type="text/late"')
    .replace('rel="stylesheet"', 'rel="late-styles"')
    .replace("</head>", () => `<style id="early-styles" nonce="${nonce}">${earlyStyles}</style></head>`);
  return `${late}<script nonce="${nonce}">${SIGN_IN_SCRIPT};${LOADER}</script>`;
}

/** Reads the page's data to the end before rendering, so that rendering need not wait. */
async function withWholeData(context: EntryContext): Promise<EntryContext> {
  if (!context.serverHandoffStream) return context;
  const value = await text(context.serverHandoffStream as WebStream);
  const whole = Object.assign(Promise.resolve(), { result: { done: true, value } });
  return Object.assign(context, { renderMeta: { streamCache: { 0: whole } } });
}

/** Logs unexpected errors only, because expected errors are already responses. The browser never gets details. */
export function handleError(
  error: unknown,
  { request, params, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (context.signal.aborted || isAnswer(error)) return;
  const place = `${request.method} ${routeWords(new URL(request.url).pathname, params)}`;
  log().error({ err: error, place }, "a route failed");
  const note = () => void recordError(error, { requestId: context.requestId, place });
  context.signal.addEventListener("abort", note, { once: true });
}

/** Returns the path with `:name` in place of each parameter, because a parameter may be a person's name. */
function routeWords(path: string, params: LoaderFunctionArgs["params"]): string {
  const names = new Map(Object.entries(params).map(([name, value]) => [value, `:${name}`]));
  return path
    .split("/")
    .map((part) => names.get(decodedPart(part)) ?? part)
    .join("/");
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Tells whether the error is a response that a route threw, or Remix's error for an unknown path or method. */
function isAnswer(error: unknown): boolean {
  return errorKind(error) !== null || (isRouteErrorResponse(error) && error.status < 500);
}
