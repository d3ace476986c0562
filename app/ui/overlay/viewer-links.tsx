import type { MouseEvent } from "react";
import { ButtonLink } from "../form/button.tsx";
import { IN_PLACE } from "../page/downloads.ts";
import { opensElsewhere } from "../page/use-link-click.ts";

export type Download = { /** Words such as 'Download PDF' or 'Spreadsheet'. */ words: string; href: string };

/** The name of the frame. Without script, a refused download shows its message there. */
export const FRAME = "document";

type TouchLinksProps = {
  src: string | null;
  downloads: readonly Download[];
  canFetch: () => Promise<boolean>;
};

/** Links for a phone. They check the connection first, because the browser would show an error page in a new tab. */
export function TouchLinks({ src, downloads, canFetch }: TouchLinksProps) {
  function open(event: MouseEvent<HTMLAnchorElement>) {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    const { href, target } = event.currentTarget;
    // Browsers block a tab that opens only after the response, as a pop-up.
    const tab = window.open("", target);
    void canFetch().then((can) => {
      if (can) (tab ?? window).location.assign(href);
      else tab?.close();
    });
  }

  return (
    <div className="hidden content-start gap-3 touch:grid">
      {src === null ? null : (
        <ButtonLink icon="document" kind="primary" onClick={open} reloadDocument target="_blank" to={src}>
          Open PDF
        </ButtonLink>
      )}
      <Downloads downloads={downloads} />
    </div>
  );
}

/** A link to save the file, over the frame in which a refused download shows its message without script. */
export function SavedOnly({ downloads: [first] }: DownloadsProps) {
  if (!first) return null;
  return (
    <div className="flex flex-col items-center gap-3 p-4 text-center touch:hidden">
      <p className="font-serif text-18 font-bold">This file opens in another program</p>
      <p className="text-muted">Save the file, then open it from your downloads.</p>
      <ButtonLink {...IN_PLACE} icon="download" kind="primary" reloadDocument target={FRAME} to={first.href}>
        {first.words}
      </ButtonLink>
    </div>
  );
}

type DownloadsProps = {
  downloads: readonly Download[];
  className?: string;
  target?: string;
};

export function Downloads({ downloads, ...link }: DownloadsProps) {
  return downloads.map(({ words, href }) => (
    <ButtonLink {...link} {...IN_PLACE} icon="download" key={href} reloadDocument to={href}>
      {words}
    </ButtonLink>
  ));
}
