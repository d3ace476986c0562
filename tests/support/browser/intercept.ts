import type { BrowserContext, Page, Route } from "playwright-core";

type Answer = (route: Route) => Promise<unknown>;

/**
 * Stands in the way of what a page asks for, until the act that it returns. Afterwards the browser goes on handing these
 * requests over: one that is held at the moment in which that is switched off is never answered.
 * @param answer what comes instead; no answer at all where nothing is given
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

/** Keeps what a page asks for waiting, until the act that it returns. */
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
