import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

import { stayUnderDialogs } from "../screen/stay-under-dialogs.ts";

let check: (path: string) => boolean = () => false;

/** A screen that fetches its next page ahead registers here which pages it has. */
export function registerPrefetchedPages(isThere: (path: string) => boolean): void {
  check = isThere;
}

/** What the device has already needs no network to be shown. */
export function isPagePrefetched(path: string): boolean {
  return check(path);
}

/** The shell's `shouldRevalidate`: going to a prefetched page asks the server for nothing, so that it works offline. */
export function stayForPrefetchedPages(args: ShouldRevalidateFunctionArgs): boolean {
  return isPagePrefetched(args.nextUrl.pathname) ? false : stayUnderDialogs(args);
}
