import type { BrowserContext, Page, Route } from "playwright-core";

type Answer = (route: Route) => Promise<unknown>;

/**
 * Intercepts requests of a page until the returned function is called. The handler stays installed and passes requests
 * on afterwards, because removing it while a request is delayed would leave that request without a response.
 * @param answer returns the response; without it, requests are sent on
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
