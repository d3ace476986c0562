import { AsyncLocalStorage } from "node:async_hooks";

/** The header with a request's id, which the log and error pages show. It is short, so that people can read it out. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** A route sets this header to ask our server for the page behind a redirect. Browsers never receive the header. */
export const OPEN_NEXT_PAGE_HEADER = "X-Open-Next-Page";

/** The data about a request that every line of the log contains. The account is a number, never a name. */
type RequestContext = { request: string; account?: number };

type OpenRequest = { context?: RequestContext };

/** The web server and the pages' bundle each have a copy of this module, and share the storage through this symbol. */
const SHARED = Symbol.for("termbook.request-context");
const shared = globalThis as { [SHARED]?: AsyncLocalStorage<OpenRequest> };
const storage = (shared[SHARED] ??= new AsyncLocalStorage());

/**
 * Creates the context of a request. Work inside `run` sees the context; `end` closes it and returns its data. A pooled
 * connection or timer that was opened during the request may live longer, but then no longer sees the context.
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
