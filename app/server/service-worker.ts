import { OFFLINE_CACHE, type OfflinePageReply, type StoreOfflinePageRequest } from "#domain/offline-page.ts";
import { compareWithCopy, type ServedPage } from "./service-worker/copy.ts";
import {
  readAccountCookie,
  deleteStoredPage,
  deleteAccountCookie,
  openPageCache,
  findStoredPage,
  savePageToCache,
  type StoredPage,
} from "./service-worker/stored.ts";
import {
  isGatewayFault,
  isPage,
  isPageRefused,
  planRequest,
  SIGN_OUT_PATH,
  noConnectionPage,
} from "./service-worker/requests.ts";

/**
 * The service worker. It shows the open mark sheet when somebody reloads it without a network. The network always comes
 * first, and if anything fails here, the page works as it would without the worker.
 */
const worker = self as unknown as WorkerScope;

/** After this time without a response, the network counts as unavailable, and a stored mark sheet is shown. */
const PATIENCE_MS = 8_000;
const MOST_OPENED = 4;

/**
 * Routes that the browser handles without the worker. A page's files come from the cache or, failing that, from the
 * network, and all other requests that are not for pages come from the network.
 */
const WITHOUT_WORKER: readonly Route[] = [
  { condition: { urlPattern: SIGN_OUT_PATH, requestMethod: "POST" }, source: "fetch-event" },
  { condition: { urlPattern: "/assets/*" }, source: { cacheName: OFFLINE_CACHE } },
  { condition: { not: { requestMode: "navigate" } }, source: "network" },
];

/** The pages that the server sent, by the client that shows them. A page later says whether it should be stored. */
const opened = new Map<string, Promise<ServedPage | null>>();
/** The clients that show a stored page. The page's files must then come from the cache too. */
const showingCopies = new Set<string>();
let storing: Promise<void> = Promise.resolve();

worker.addEventListener("install", (event) => {
  event.waitUntil(worker.skipWaiting());
  // If a browser supports static routes, it does not even start the worker for requests other than pages.
  event.addRoutes?.(WITHOUT_WORKER).catch(() => undefined);
});
worker.addEventListener("activate", (event) => event.waitUntil(start()));
worker.addEventListener("message", (event) => {
  // Pages are stored one after another, because only one is kept.
  storing = ignoringErrors(storing.then(() => storePageOf(event)));
  event.waitUntil(storing);
});
worker.addEventListener("fetch", (event) => {
  const plan = planRequest(event.request);
  if (plan === "answer-page") event.respondWith(answerPage(event));
  if (plan === "sign-out")
    event.waitUntil(ignoringErrors(deleteAccountCookie().then(() => notifyPages(null))));
  if (plan === "own-file" && showingCopies.has(event.clientId)) event.respondWith(answerFile(event.request));
});

/** Ignores errors, because nothing waits for the work and nobody can correct them. */
function ignoringErrors(done: Promise<void>): Promise<void> {
  return done.catch(() => undefined);
}

async function start(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function answerPage(event: FetchEvent): Promise<Response> {
  const asker = askerHere();
  const input = askNetwork(event);
  event.waitUntil(input);
  const soon = await Promise.race([input, patience()]);
  if (soon && !isGatewayFault(soon)) return noted(soon, event, asker);
  try {
    const stored = await findStoredPage();
    const relation = stored ? compareWithCopy(stored, event.request.url) : "other";
    if (stored && relation === "same") return shown(stored, event);
    if (stored && relation === "under") return Response.redirect(stored.url);
    const late = await input;
    return late ? noted(late, event, asker) : noConnectionPage(stored);
  } catch {
    return (await input) ?? Response.error();
  }
}

async function askNetwork({ preloadResponse, request }: FetchEvent): Promise<Response | null> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return null;
  }
}

function patience(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
}

type Asker = Promise<string | null>;

/** Reads which account is signed in when a page is requested. The stored page belongs to this account. */
function askerHere(): Asker {
  return readAccountCookie().catch(() => null);
}

function noted(response: Response, event: FetchEvent, asker: Asker): Response {
  const { url } = event.request;
  if (isPage(response)) {
    const page = givenPage(url, response.clone(), asker);
    opened.set(event.resultingClientId, page);
    for (const client of [...opened.keys()].slice(0, -MOST_OPENED)) opened.delete(client);
    event.waitUntil(page);
  }
  event.waitUntil(ignoringErrors(tidy(url, response)));
  return response;
}

/**
 * Reads the page completely at once, because the browser shows the same stream. The page belongs to the account that
 * requested it, even if another person signs in meanwhile.
 */
async function givenPage(url: string, response: Response, asker: Asker): Promise<ServedPage | null> {
  const at = new Date();
  try {
    const [html, account] = await Promise.all([response.text(), asker]);
    const isTheirs = account !== null && account === (await readAccountCookie());
    return isTheirs ? { url, account, html, at, headers: response.headers } : null;
  } catch {
    return null;
  }
}

/** Deletes a stored page that is too old, that belongs to another account, or that the server no longer shows. */
async function tidy(url: string, response: Response): Promise<void> {
  const stored = await findStoredPage();
  if (!stored || !isPageRefused(response) || compareWithCopy(stored, url) !== "same") return;
  await deleteStoredPage();
  await notifyPages(null);
}

/** Tells all open pages which page is stored, because a new copy replaces the old one. */
async function notifyPages(stored: string | null): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ stored } satisfies OfflinePageReply);
}

function shown({ response }: StoredPage, { resultingClientId }: FetchEvent): Response {
  showingCopies.add(resultingClientId);
  return response;
}

async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request);
}

async function storePageOf({ data, source }: MessageToWorker): Promise<void> {
  const { store: path, files } = data as StoreOfflinePageRequest;
  const url = new URL(path, worker.registration.scope).href;
  const cache = await openPageCache();
  const seen = await opened.get(source?.id ?? "");
  opened.delete(source?.id ?? "");
  const page = seen?.url === url ? seen : await fetchedPage(url);
  if (page?.account !== (await readAccountCookie())) return;
  await savePageToCache({ page, loaded: files }, cache);
  await notifyPages(path);
}

/** Fetches the document of a page that was opened within another page. This request does not extend the session. */
async function fetchedPage(url: string): Promise<ServedPage | null> {
  const asker = askerHere();
  const response = await fetch(url, {
    headers: { Accept: "text/html", "X-Background": "1" },
    redirect: "manual",
  });
  return isPage(response) ? givenPage(url, response, asker) : null;
}

/** The part of a service worker's global scope that is used here. The compiler's own types describe pages only. */
type WorkerScope = {
  registration: ServiceWorkerRegistration;
  clients: {
    claim: () => Promise<void>;
    matchAll: (of: { type: "window"; includeUncontrolled: boolean }) => Promise<readonly Page[]>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void;
};

type WorkerEvents = { install: Installing; activate: Lasting; fetch: FetchEvent; message: MessageToWorker };

/** An event whose `waitUntil` keeps the worker running until the promise settles. */
type Lasting = { waitUntil: (until: Promise<unknown>) => void };

type Installing = Lasting & { addRoutes?: (routes: readonly Route[]) => Promise<void> };

/** A static route. The browser, rather than the worker, handles a request that matches the route. */
type Route = {
  condition: { urlPattern: string; requestMethod?: string } | { not: { requestMode: RequestMode } };
  source: "network" | "fetch-event" | { cacheName: string };
};

type FetchEvent = Lasting & {
  request: Request;
  /**
   * The client that sent the request. If the request opens a page, the client `resultingClientId` will show that page.
   */
  clientId: string;
  resultingClientId: string;
  /** The response to a page request sent while the worker was starting; undefined if there was no such request. */
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};

type MessageToWorker = Lasting & {
  data: unknown;
  source: Page | null;
};

type Page = { id: string; postMessage: (message: unknown) => void };
