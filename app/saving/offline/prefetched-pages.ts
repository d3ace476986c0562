import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { stayUnderDialogs } from "../screen/stay-under-dialogs.ts";

let check: (path: string) => boolean = () => false;

/** Registers which pages a screen has fetched ahead. */
export function registerPrefetchedPages(isThere: (path: string) => boolean): void {
  check = isThere;
}

/** Tells whether the device already has the page, and needs no network to show it. */
export function isPagePrefetched(path: string): boolean {
  return check(path);
}

/** Keeps the shell from asking the server on the way to a prefetched page, so that the page works offline. */
export function stayForPrefetchedPages(args: ShouldRevalidateFunctionArgs): boolean {
  return isPagePrefetched(args.nextUrl.pathname) ? false : stayUnderDialogs(args);
}
