import type { KeepRequest, KeptReply } from "#domain/offline-page.ts";
import { KEPT_STORE } from "#saving/offline/forget-offline-page.ts";
import { relationOf } from "./service-worker/copy.ts";
import type { GivenPage } from "./service-worker/copy.ts";
import { accountHere, forget, forgetAccount, keep, keptForHere, openStore } from "./service-worker/stored.ts";
import type { Kept } from "./service-worker/stored.ts";
import { noConnection } from "./service-worker/no-connection.ts";
import { isGatewayFault, isPage, isTurnedAway, planOf, SIGN_OUT } from "./service-worker/requests.ts";
import type { Asked, Route, Told, WorkerScope } from "./service-worker/worker-scope.ts";

/**
 * Runs in the browser, beside its pages: shows the sheet that was open when it is loaded again without network. The
 * network comes first, always; whatever goes wrong in here, the page is what it would be without it.
 */
const worker = self as unknown as WorkerScope;

/** No network is this slow: it is none. A sheet that the device has is there instead. */
const PATIENCE_MS = 8_000;
const MOST_OPENED = 4;

/** The files of a kept page have names that never change their content; all else that is no page is the network's. */
const WITHOUT_WORKER: readonly Route[] = [
  { condition: { urlPattern: SIGN_OUT, requestMethod: "POST" }, source: "fetch-event" },
  { condition: { urlPattern: "/assets/*" }, source: { cacheName: KEPT_STORE } },
  { condition: { not: { requestMode: "navigate" } }, source: "network" },
];

/** Pages as they were given, until they say whether they want to be kept. By the page that shows them. */
const opened = new Map<string, Promise<GivenPage | null>>();
/** Pages that show a copy: their files come from the same place. */
const showingCopies = new Set<string>();
let keeping: Promise<void> = Promise.resolve();

worker.addEventListener("install", (event) => {
  event.waitUntil(worker.skipWaiting());
  // Where a browser takes it, it does not even start the worker for what is no page. It knows best when it is asked.
  event.addRoutes?.(WITHOUT_WORKER).catch(() => undefined);
});
worker.addEventListener("activate", (event) => event.waitUntil(start()));
worker.addEventListener("message", (event) => {
  // One after the other: there is one place.
  keeping = quietly(keeping.then(() => keepPageOf(event)));
  event.waitUntil(keeping);
});
worker.addEventListener("fetch", (event) => {
  const plan = planOf(event.request);
  if (plan === "answer-page") event.respondWith(answerPage(event));
  if (plan === "sign-out") event.waitUntil(quietly(forgetAccount().then(() => tell(null))));
  if (plan === "own-file" && showingCopies.has(event.clientId)) event.respondWith(answerFile(event.request));
});

/** Nobody waits for it, and there is nobody to tell. */
function quietly(done: Promise<void>): Promise<void> {
  return done.catch(() => undefined);
}

async function start(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function answerPage(event: Asked): Promise<Response> {
  const asker = askerHere();
  const asked = askNetwork(event);
  event.waitUntil(asked);
  const soon = await Promise.race([asked, patience()]);
  if (soon && !isGatewayFault(soon)) return noted(soon, event, asker);
  try {
    const kept = await keptForHere();
    const relation = kept ? relationOf(kept, event.request.url) : "other";
    if (kept && relation === "same") return shown(kept, event);
    if (kept && relation === "under") return Response.redirect(kept.url);
    const late = await asked;
    return late ? noted(late, event, asker) : noConnection(kept);
  } catch {
    return (await asked) ?? Response.error();
  }
}

/** @returns null without an answer */
async function askNetwork({ preloadResponse, request }: Asked): Promise<Response | null> {
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

/** Who is signed in when a page is asked for: whose page it is. */
function askerHere(): Asker {
  return accountHere().catch(() => null);
}

function noted(response: Response, event: Asked, asker: Asker): Response {
  const { url } = event.request;
  if (isPage(response)) {
    const page = givenPage(url, response.clone(), asker);
    opened.set(event.resultingClientId, page);
    for (const client of [...opened.keys()].slice(0, -MOST_OPENED)) opened.delete(client);
    event.waitUntil(page);
  }
  event.waitUntil(quietly(tidy(url, response)));
  return response;
}

/**
 * Read to its end at once: it is the same stream that the page is made of. Whoever signs in while it comes has nothing to
 * do with it.
 */
async function givenPage(url: string, response: Response, asker: Asker): Promise<GivenPage | null> {
  const at = new Date();
  try {
    const [html, account] = await Promise.all([response.text(), asker]);
    const isTheirs = account !== null && account === (await accountHere());
    return isTheirs ? { url, account, html, at, headers: response.headers } : null;
  } catch {
    return null;
  }
}

/** What is too old or another's goes, and what the server does not show any more. */
async function tidy(url: string, response: Response): Promise<void> {
  const kept = await keptForHere();
  if (!kept || !isTurnedAway(response) || relationOf(kept, url) !== "same") return;
  await forget();
  await tell(null);
}

/** All pages: what one of them had kept is kept no more when another has come in its place. */
async function tell(kept: string | null): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ kept } satisfies KeptReply);
}

function shown({ response }: Kept, { resultingClientId }: Asked): Response {
  showingCopies.add(resultingClientId);
  return response;
}

async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request);
}

async function keepPageOf({ data, source }: Told): Promise<void> {
  const { keep: path, files } = data as KeepRequest;
  const url = new URL(path, worker.registration.scope).href;
  const store = await openStore();
  const seen = await opened.get(source?.id ?? "");
  opened.delete(source?.id ?? "");
  const page = seen?.url === url ? seen : await fetchedPage(url);
  if (page?.account !== (await accountHere())) return;
  await keep({ page, loaded: files }, store);
  await tell(path);
}

/** For a page that was opened within another, without a document of its own. It keeps no session alive. */
async function fetchedPage(url: string): Promise<GivenPage | null> {
  const asker = askerHere();
  const response = await fetch(url, {
    headers: { Accept: "text/html", "X-Background": "1" },
    redirect: "manual",
  });
  return isPage(response) ? givenPage(url, response, asker) : null;
}
