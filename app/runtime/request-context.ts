import { AsyncLocalStorage } from "node:async_hooks";

/** The header with a request's id, also in the log and on error pages. It is short, because people read it out. */
export const REQUEST_ID = "X-Request-Id";

/** The header with which a route asks the server to answer with the page of its redirect. It is never sent. */
export const OPEN_NEXT_PAGE = "X-Open-Next-Page";

/** The data that every line of the log contains about its request. The account is a number, never a name. */
type RequestContext = { request: string; account?: number };

type OpenRequest = { context?: RequestContext };

/** The web server and the pages' bundle each have a copy of this module, and share the storage by this symbol. */
const SHARED = Symbol.for("termbook.request-context");
const shared = globalThis as { [SHARED]?: AsyncLocalStorage<OpenRequest> };
const storage = (shared[SHARED] ??= new AsyncLocalStorage());

/**
 * Creates the context of a request: work inside `run` sees it, and `end` closes it and returns its data. A pooled
 * connection or timer that was opened during the request lives on, but no longer sees the request.
 */
export function openRequestContext(request: string) {
  const context: RequestContext = { request };
  const open: OpenRequest = { context };
  return {
    run: (work: () => void) => storage.run(open, work),
    end: () => {
      open.context = undefined;
      return context;
    },
  };
}

/** Returns the context of the current request; undefined outside a request. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore()?.context;
}

/** Records the signed-in account, so that the log shows it with the request. */
export function setRequestAccount(account: number): void {
  const context = requestContext();
  if (context) context.account = account;
}
