import { useEffect } from "react";
import {
  OFFLINE_CACHE,
  WORKER_FILE,
  WORKER_SCOPE,
  type StoredPageReply,
  type StorePageRequest,
} from "#domain/offline-page.ts";
import { offlineSince, markFresh, markStored } from "./stored-page.ts";

/**
 * The wait before a page is stored, which must not slow its loading, and which spares people who only click through.
 */
const QUIET_MS = 1_500;

/** The wait before another try, after there was no network or the disk was full. */
const AGAIN_MS = 60_000;

/**
 * Asks the worker to store the page at this address, until it has. In a browser whose workers can store nothing, the
 * page stays as it is. Returns a function that ends the asking.
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
    markStored(stored);
    if (stored === path) clearTimeout(timer);
  }
}

/**
 * Notes the copy from an earlier visit, which is shown until this page is stored. The worker has checked whose copy it
 * is.
 */
async function noteFormerCopy(path: string): Promise<void> {
  if (!(await caches.has(OFFLINE_CACHE))) return;
  const store = await caches.open(OFFLINE_CACHE);
  if (await store.match(path)) markStored(path);
}

/**
 * Returns null if the page can have no worker, or the browser refuses one. The worker learns from a cookie whose page
 * it shows, and old browsers let no worker read cookies.
 */
function workersHere(): ServiceWorkerContainer | null {
  try {
    // Plain HTTP has neither `cookieStore` nor workers.
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
 * Stores this page on the device, so that it can be reloaded without a network. `path` is the page's address without
 * that of a dialog over it; null for a page that is not stored.
 */
export function useOfflinePage(path: string | null): void {
  useEffect(() => {
    if (path === null) return;
    // A copy must not be stored again as if it were new.
    if (offlineSince() === null) return storeOfflinePage(path);
    markStored(path);
    return markFresh;
  }, [path]);
}
