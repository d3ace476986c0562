import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { shouldRevalidateUnlessUnderDialog } from "../screen/stay-under-dialogs.ts";

let check: (path: string) => boolean = () => false;

/** Registers a function that tells which pages are already loaded. */
export function registerPrefetchedPages(isThere: (path: string) => boolean): void {
  check = isThere;
}

/** Tells whether the page is already loaded, so that it can open without a network. */
export function isPagePrefetched(path: string): boolean {
  return check(path);
}

/** Does not reload the layout of the app on the way to a prefetched page, so that the page opens offline. */
export function shouldRevalidateUnlessPrefetched(args: ShouldRevalidateFunctionArgs): boolean {
  return isPagePrefetched(args.nextUrl.pathname) ? false : shouldRevalidateUnlessUnderDialog(args);
}
