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
  await page.route(addresses, async (route) => {
    await isLetThrough;
    await route.fallback();
  });
  return letThrough;
}
