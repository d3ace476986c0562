import type { BrowserContext, Page, Route } from "playwright-core";

type Answer = (route: Route) => Promise<unknown>;

/**
 * Intercepts requests of a page until the returned function is called. Afterwards the browser still passes these
 * requests through the handler: a request that is held at the moment of switching off would never be answered.
 * @param answer the response to give; none when it is left out
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

/** Holds requests of a page until the returned function is called. */
export async function held(page: Page, addresses: RegExp): Promise<() => void> {
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
