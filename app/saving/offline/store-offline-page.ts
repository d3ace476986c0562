import { useEffect } from "react";
import {
  OFFLINE_CACHE,
  SERVICE_WORKER_FILE,
  SERVICE_WORKER_SCOPE,
  type OfflinePageReply,
  type StoreOfflinePageRequest,
} from "#domain/offline-page.ts";
import { offlineSince, markPageFresh, markPageStored } from "./stored-page.ts";

/** The delay before a page is stored: loading comes first, and pages that people only pass through are not stored. */
const QUIET_MS = 1_500;

/** The delay before another attempt if there was no network or the disk was full. */
const AGAIN_MS = 60_000;

/**
 * Asks the service worker to store the page at this URL until it succeeds. Does nothing in a browser without service
 * workers. Returns a function that ends these attempts.
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

  function onReply({ data: { stored } }: MessageEvent<OfflinePageReply>) {
    markPageStored(stored);
    if (stored === path) clearTimeout(timer);
  }
}

/**
 * Records the copy from an earlier visit, which is available until this page is stored. The service worker has checked
 * that the copy belongs to this account.
 */
async function noteFormerCopy(path: string): Promise<void> {
  if (!(await caches.has(OFFLINE_CACHE))) return;
  const store = await caches.open(OFFLINE_CACHE);
  if (await store.match(path)) markPageStored(path);
}

/**
 * Returns the browser's service workers, or null if they are unavailable or cannot read cookies. A cookie tells the
 * worker which account is signed in.
 */
function workersHere(): ServiceWorkerContainer | null {
  try {
    // `cookieStore` and service workers are unavailable over plain HTTP.
    return "cookieStore" in window ? navigator.serviceWorker : null;
  } catch {
    return null;
  }
}

async function askOnce(workers: ServiceWorkerContainer, path: string): Promise<void> {
  await workers.register(SERVICE_WORKER_FILE, { scope: SERVICE_WORKER_SCOPE });
  const { active } = await workers.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ store: path, files } satisfies StoreOfflinePageRequest);
}

/**
 * Stores this page on the device, so that it can be reloaded without a network. `path` is the page's URL without any
 * dialog, or null for a page that is not stored.
 */
export function useOfflinePage(path: string | null): void {
  useEffect(() => {
    if (path === null) return;
    // A page that was shown from its copy must not be stored again as if it were new.
    if (offlineSince() === null) return storeOfflinePage(path);
    markPageStored(path);
    return markPageFresh;
  }, [path]);
}
