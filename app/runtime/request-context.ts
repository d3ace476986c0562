import { AsyncLocalStorage } from "node:async_hooks";

/** Names a request in its answer, in a page that failed and in the log. People read it out, so it is short. */
export const REQUEST_ID = "X-Request-Id";

/** Every line of the log says this about its request. The account is a number and never a name. */
type RequestContext = { request: string; account?: number };

type OpenRequest = { context?: RequestContext };

/** The web server and the bundle of the pages each have a copy of this module, and share one storage. */
const SHARED = Symbol.for("termbook.request-context");
const shared = globalThis as { [SHARED]?: AsyncLocalStorage<OpenRequest> };
const storage = (shared[SHARED] ??= new AsyncLocalStorage());

/**
 * Opens the context of a request. `run` does its work in it. `end` closes it and returns what is known by then: a
 * connection of the pool or a timer that the request opened lives on, and is no part of it any longer.
 */
export function openRequest(request: string) {
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

/** The request that this process is answering at the moment, or undefined outside a request. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore()?.context;
}

/** Lets the log say whose session the request came with. */
export function setRequestAccount(account: number): void {
  const context = requestContext();
  if (context) context.account = account;
}
