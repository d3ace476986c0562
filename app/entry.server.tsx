import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { kindOf } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";
import { NonceProvider } from "#ui/page/nonce.ts";

/** The process uses these, for it must not load a second copy of the database's module (design 1). */
export { close, ready } from "#db/index.ts";

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
  { nonce }: AppLoadContext,
): Promise<Response> {
  const page = await rendered(
    <NonceProvider value={nonce}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </NonceProvider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(page.length));
  return new Response(page, { status, headers });
}

/** Logs surprises only, for what was expected has been answered. The visitor learns nothing of them. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted || isAnswer(error)) return;
  log().error({ err: error, method: request.method, path: new URL(request.url).pathname }, "a route failed");
}

function rendered(page: ReactElement): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady: () => {
        clearTimeout(impatience);
        // React also calls this for a page that threw: its pipe breaks, and an unhandled failure would end the process.
        buffer(pipe(new PassThrough())).then(resolve, reject);
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

/** A status that a route threw, or Remix itself for a path or a method that no route takes. */
function isAnswer(error: unknown): boolean {
  return kindOf(error) !== null || (isRouteErrorResponse(error) && error.status < 500);
}
