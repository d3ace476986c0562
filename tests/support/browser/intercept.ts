import type { BrowserContext, Page, Route } from "playwright-core";

type Answer = (route: Route) => Promise<unknown>;

/**
 * Intercepts requests of a page until the returned function is called. Afterwards the handler stays installed and
 * passes requests on, because removing it during a delayed request would leave that request without a response.
 * @param answer Returns the response. Without it, requests are passed on to the server.
 */
export async function intercept(
  on: Page | BrowserContext,
  addresses: string | RegExp,
  answer: Answer = (route) => route.abort(),
): Promise<() => void> {
  let isOver = false;
  await bypassServiceWorker(on);
  await on.route(addresses, (route) => (isOver ? route.fallback() : answer(route)));
  return () => {
    isOver = true;
  };
}

/** Delays requests of a page until the returned function is called. */
export async function delayRequests(page: Page, addresses: RegExp): Promise<() => void> {
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await bypassServiceWorker(page);
  await page.route(addresses, async (route) => {
    await isLetThrough;
    await route.fallback();
  });
  return letThrough;
}

/** Delays the page's scripts as a slow connection does, until the returned function is called. */
export function delayScripts(page: Page): Promise<() => void> {
  return delayRequests(page, /\/assets\/.*\.js$/);
}

/**
 * Sends the requests of the open pages past the service worker. Playwright does not see the requests of a page that the
 * worker controls, and the worker takes control at some moment after the first page has loaded.
 */
async function bypassServiceWorker(on: Page | BrowserContext): Promise<void> {
  const context = "newCDPSession" in on ? on : on.context();
  const pages = on === context ? context.pages() : [on as Page];
  for (const page of pages) {
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.setBypassServiceWorker", { bypass: true });
  }
}
