import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { noteError } from "#features/settings/health/note-error.server.ts";
import { kindOf } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";
import { loggedOf } from "#runtime/request-id.ts";
import { ServedPageProvider } from "#ui/page/served-page.ts";

/** The process uses these, for it must not load a second copy of their modules (design 1). */
export { close } from "#db/index.ts";
export { hasSchool } from "#features/sign-in/first-run/create-school.server.ts";
export { databaseFault, isDurable, ready } from "#db/queries/database-fault.ts";
export { backupAge } from "#files/backup/read-backup-state.server.ts";
export { noteError } from "#features/settings/health/note-error.server.ts";
export { pageMetrics } from "#features/settings/health/page-metrics.server.ts";
export { takeAccount } from "#runtime/request-id.ts";

const RENDER_MS = 10_000;

/** Longer than the rendering: the data never breaks off before the page does. */
export const streamTimeout = RENDER_MS + 1000;

/**
 * Renders the whole page at once: the right status, its length, one nonce, and half the work of a stream (design 1).
 * What a page throws while it renders is thrown on, so that Remix renders the error boundary instead.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
): Promise<Response> {
  const page = await rendered(
    <ServedPageProvider value={{ nonce, requestId }}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </ServedPageProvider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(page.length));
  return new Response(page, { status, headers });
}

/** Logs surprises only, for what was expected has been answered. The visitor learns nothing of them. */
export function handleError(
  error: unknown,
  { request, params, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (context.signal.aborted || isAnswer(error)) return;
  const place = `${request.method} ${routeWords(new URL(request.url).pathname, params)}`;
  log().error({ err: error, place, ...loggedOf(request) }, "a route failed");
  const note = () => void noteError(error, { requestId: context.requestId, place });
  context.signal.addEventListener("abort", note, { once: true });
}

/** The address with `:name` for each part that names somebody or something: of some it is a person's name. */
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

function rendered(page: ReactElement): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady: () => {
        clearTimeout(impatience);
        pipe(collected(resolve, reject));
      },
      // Remix renders once more, with the error boundary, and reports what is thrown here to handleError.
      onShellError: (error) => {
        clearTimeout(impatience);
        reject(error);
      },
      onError: () => {},
    });
    const impatience = setTimeout(() => {
      reject(new Error("The page took too long to render"));
      abort();
    }, RENDER_MS);
  });
}

/** React also pipes a page that threw: it breaks off, and an unhandled failure would end the process. */
function collected(done: (page: Buffer<ArrayBuffer>) => void, failed: (error: Error) => void): Writable {
  const parts: Buffer[] = [];
  const page = new Writable({
    write(part: Buffer, _encoding, written) {
      parts.push(part);
      written();
    },
  });
  return page.once("finish", () => done(Buffer.concat(parts))).once("error", failed);
}

/** A status that a route threw, or Remix itself for a path or a method that no route takes. */
function isAnswer(error: unknown): boolean {
  return kindOf(error) !== null || (isRouteErrorResponse(error) && error.status < 500);
}
