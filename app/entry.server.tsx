import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { text } from "node:stream/consumers";
import type { ReadableStream as WebStream } from "node:stream/web";
import { renderToString } from "react-dom/server";
import { recordError } from "#features/settings/health/health.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";
import { ServedPageProvider } from "#ui/page/served-page.ts";

/** The process uses these exports, because it must not load a second copy of their modules. */
export { close } from "#db/index.ts";
export { hasSchool } from "#features/sign-in/first-run/first-run.server.ts";
export {
  findDatabaseFault as databaseFault,
  isDurable,
  isReady as ready,
} from "#db/queries/database-fault.ts";
export { backupAge } from "#files/backup/read-backup-state.server.ts";
export { recordError as noteError } from "#features/settings/health/health.server.ts";
export { startQueueMetrics } from "#features/settings/health/health.server.ts";

/** The data of a page is complete when its loaders have finished. */
export const streamTimeout = 10_000;

/**
 * Renders the whole page at once: the right status, its length, one nonce, and less than half the work of a stream.
 * An error during rendering is thrown on, so that Remix renders the error boundary instead.
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
    <ServedPageProvider value={{ nonce, requestId }}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </ServedPageProvider>,
  );
  const page = Buffer.from(`<!DOCTYPE html>${html}`);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(page.length));
  return new Response(page, { status, headers });
}

/** Reads the page's data to its end, so that nothing waits for it during rendering. */
async function withWholeData(context: EntryContext): Promise<EntryContext> {
  if (!context.serverHandoffStream) return context;
  const value = await text(context.serverHandoffStream as WebStream);
  const whole = Object.assign(Promise.resolve(), { result: { done: true, value } });
  return Object.assign(context, { renderMeta: { streamCache: { 0: whole } } });
}

/** Logs unexpected errors only, because expected ones have been answered. The visitor learns nothing about them. */
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

/** Returns the address with `:name` for each part that identifies something, which may be a person's name. */
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

/** Tells whether the error is a status thrown by a route, or by Remix for an unknown path or method. */
function isAnswer(error: unknown): boolean {
  return errorKind(error) !== null || (isRouteErrorResponse(error) && error.status < 500);
}
