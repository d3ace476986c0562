import { opensElsewhere } from "./use-link-click.ts";

/** On a link to a file of the server's: with script the page stays and says what went wrong, without it is a link. */
export const IN_PLACE = { "data-download": "" } as const;

/** Told of each file that somebody wants to have saved. */
export function watchDownloads(onWanted: (href: string) => void): () => void {
  function press(event: MouseEvent) {
    const { target } = event;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-download]") : null;
    if (!link || event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    onWanted(link.href);
  }

  document.addEventListener("click", press);
  return () => document.removeEventListener("click", press);
}
