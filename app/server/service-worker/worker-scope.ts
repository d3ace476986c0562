/** The parts of a service worker's global scope that ours uses: the compiler's own types are for pages. */
export type WorkerScope = {
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

/** The browser keeps the worker running until the promise settles. */
type Lasting = { waitUntil: (until: Promise<unknown>) => void };

type Installing = Lasting & { addRoutes?: (routes: readonly Route[]) => Promise<void> };

/** A rule for requests that something else than the worker answers. */
export type Route = {
  condition: { urlPattern: string; requestMethod?: string } | { not: { requestMode: RequestMode } };
  source: "network" | "fetch-event" | { cacheName: string };
};

export type FetchEvent = Lasting & {
  request: Request;
  /** The client that sends the request; for a page being opened, `resultingClientId` will show it. */
  clientId: string;
  resultingClientId: string;
  /** The response to the request that the browser sent while it started the worker; undefined when it sent none. */
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};

export type MessageToWorker = Lasting & {
  data: unknown;
  source: Page | null;
};

type Page = { id: string; postMessage: (message: unknown) => void };
