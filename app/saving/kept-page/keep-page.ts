import { WORKER_FILE, WORKER_SCOPE } from "#domain/kept-page.ts";
import type { KeepRequest, KeptReply } from "#domain/kept-page.ts";

/** After the page's own loading, which it must not slow down, and after those who only click through. */
const QUIET_MS = 1_500;

/** Nothing came of it: no network, or a full disk. */
const AGAIN_MS = 60_000;

/**
 * Asks the worker to keep the page of this address, again until it has. A browser that lets no worker keep anything
 * leaves the page as it is.
 * @returns ends the asking
 */
export function keepPage(path: string): () => void {
  const workers = import.meta.env.PROD ? workersHere() : null;
  return workers ? askUntilKept(workers, path) : () => undefined;
}

/** The page that is on this device, for `canReloadOffline`. */
export function noteKept(path: string | null): void {
  const { dataset } = document.documentElement;
  if (path === null) delete dataset.kept;
  else dataset.kept = path;
}

function askUntilKept(workers: ServiceWorkerContainer, path: string): () => void {
  let timer = setTimeout(ask, QUIET_MS);
  workers.addEventListener("message", hear);
  return () => {
    clearTimeout(timer);
    workers.removeEventListener("message", hear);
  };

  function ask() {
    const isLoaded = document.readyState === "complete";
    timer = setTimeout(ask, isLoaded ? AGAIN_MS : QUIET_MS);
    if (isLoaded) askOnce(workers, path).catch(() => undefined);
  }

  function hear({ data: { kept } }: MessageEvent<KeptReply>) {
    noteKept(kept);
    if (kept === path) clearTimeout(timer);
  }
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
  active?.postMessage({ keep: path, files } satisfies KeepRequest);
}
