import { useEffect } from "react";

import {
  OFFLINE_CACHE,
  WORKER_FILE,
  WORKER_SCOPE,
  type StoredPageReply,
  type StorePageRequest,
} from "#domain/offline-page.ts";

import { offlineSince, noteFresh } from "./offline-since.ts";
import { noteStored } from "./stored-here.ts";

/** After the page's own loading, which it must not slow down, and after those who only click through. */
const QUIET_MS = 1_500;

/** Nothing came of it: no network, or a full disk. */
const AGAIN_MS = 60_000;

/**
 * Asks the worker to store the page of this address, again until it has. A browser that lets no worker store anything
 * leaves the page as it is.
 * @returns ends the asking
 */
function storeOfflinePage(path: string): () => void {
  const workers = import.meta.env.PROD ? workersHere() : null;
  return workers ? askUntilStored(workers, path) : () => undefined;
}

function askUntilStored(workers: ServiceWorkerContainer, path: string): () => void {
  let timer = setTimeout(ask, QUIET_MS);
  workers.addEventListener("message", onReply);
  if (workers.controller) noteFormerCopy(path).catch(() => undefined);
  return () => {
    clearTimeout(timer);
    workers.removeEventListener("message", onReply);
  };

  function ask() {
    const isLoaded = document.readyState === "complete";
    timer = setTimeout(ask, isLoaded ? AGAIN_MS : QUIET_MS);
    if (isLoaded) askOnce(workers, path).catch(() => undefined);
  }

  function onReply({ data: { stored } }: MessageEvent<StoredPageReply>) {
    noteStored(stored);
    if (stored === path) clearTimeout(timer);
  }
}

/** An earlier visit left a copy, which is shown until this page is stored. The worker has checked whose it is. */
async function noteFormerCopy(path: string): Promise<void> {
  if (!(await caches.has(OFFLINE_CACHE))) return;
  const store = await caches.open(OFFLINE_CACHE);
  if (await store.match(path)) noteStored(path);
}

/**
 * Null where a page can have no worker, or where the browser refuses it. The worker must know whose page it shows: it
 * reads that from a cookie, which old browsers do not let it.
 */
function workersHere(): ServiceWorkerContainer | null {
  try {
    // Plain HTTP has neither.
    return "cookieStore" in window ? navigator.serviceWorker : null;
  } catch {
    return null;
  }
}

async function askOnce(workers: ServiceWorkerContainer, path: string): Promise<void> {
  await workers.register(WORKER_FILE, { scope: WORKER_SCOPE });
  const { active } = await workers.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ store: path, files } satisfies StorePageRequest);
}

/**
 * Stores this page on the device, to be shown when it is loaded again without network. `path` is the page's address
 * without that of a dialog over it, null for a page that is not to be stored.
 */
export function useOfflinePage(path: string | null): void {
  useEffect(() => {
    if (path === null) return;
    // A copy is not stored again as if it were new.
    if (offlineSince() === null) return storeOfflinePage(path);
    noteStored(path);
    return noteFresh;
  }, [path]);
}
