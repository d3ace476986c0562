import { opensOutsidePage } from "./use-link-click.ts";

/**
 * Marks a link to a file. With JavaScript, the page stays open and reports a failed download; without JavaScript, the
 * link is a plain link.
 */
export const DOWNLOAD_ATTRIBUTE = { "data-download": "" } as const;

/** Calls `onWanted` for each click on a link to a file. Returns a function that removes the listener. */
export function watchDownloads(onWanted: (href: string) => void): () => void {
  function press(event: MouseEvent) {
    const { target } = event;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-download]") : null;
    if (!link || event.defaultPrevented || opensOutsidePage(event)) return;
    event.preventDefault();
    onWanted(link.href);
  }

  document.addEventListener("click", press);
  return () => document.removeEventListener("click", press);
}
