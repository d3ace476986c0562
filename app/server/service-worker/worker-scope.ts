/** What a service worker finds around it, as far as ours uses it: the compiler's own types are for pages. */
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

/** What answers in the worker's place. */
export type Route = {
  condition: { urlPattern: string; requestMethod?: string } | { not: { requestMode: RequestMode } };
  source: "network" | "fetch-event" | { cacheName: string };
};

export type FetchEvent = Lasting & {
  request: Request;
  /** The client that asks; for a page that is being opened, `resultingClientId` is the one that will show it. */
  clientId: string;
  resultingClientId: string;
  /** The browser has asked for a page already while it started the worker; undefined where it does not. */
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};

export type MessageToWorker = Lasting & {
  data: unknown;
  source: Page | null;
};

type Page = { id: string; postMessage: (message: unknown) => void };
