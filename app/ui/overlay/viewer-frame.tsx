import { useEffect, useRef, type ReactNode, type MouseEvent } from "react";
import { classes } from "../classes.ts";
import { ButtonLink } from "../form/button.tsx";
import { DOWNLOAD_ATTRIBUTE } from "../page/downloads.ts";
import { useHydrated } from "../use-hydrated.ts";
import { Dialog } from "./dialog.tsx";
import { Tabs, type Tab } from "../page/tabs.tsx";
import { opensElsewhere } from "../page/use-link-click.ts";
import { DialogLink } from "./dialog-link.tsx";

export type ViewerFrameProps = {
  title: string;
  /** A muted line under the title. */
  about?: string;
  /** The address of the document; null for a file that browsers can only save. */
  src: string | null;
  closeTo: string;
  /** The link to the next document of the same kind. */
  next?: { to: string; words: string } | null;
  /** Links beside the frame, or in its place if there is none. */
  downloads: readonly Download[];
  /** Other documents that this viewer can show. */
  choices?: readonly Tab[];
  /** A field for choosing among many documents, such as one for each term. */
  chooser?: ReactNode;
};

type FetchedFrameProps = ViewerFrameProps & {
  /** The address of the complete document, once it has been fetched. */
  fetched: string | null;
  /** The reason why the document cannot be shown, and the next step. */
  failure: ReactNode;
  /** Called when the frame appears or disappears, because the document is fetched only for a frame. */
  onFramed: (isFramed: boolean) => void;
  /** Tells whether a document can be fetched now. If not, the page already shows the reason. */
  canFetch: () => Promise<boolean>;
};

/**
 * A document over the page. With script, the document is fetched before it is shown, so that this page reports a
 * failure instead of the browser; without script the frame loads the document. Phones cannot show an embedded PDF, so
 * they get buttons.
 */
export function ViewerFrame(props: FetchedFrameProps) {
  const { title, about, src, closeTo, downloads, next, choices = [], chooser } = props;
  return (
    <Dialog
      aside={
        <>
          <NextLink className="touch:hidden" next={next} />
          <Downloads
            className="touch:hidden"
            downloads={src === null ? downloads.slice(1) : downloads}
            target={FRAME}
          />
          <DialogLink data-first-focus icon="close" to={closeTo}>
            Close
          </DialogLink>
        </>
      }
      closeTo={closeTo}
      title={title}
      width="full"
    >
      {about ? <p className="-mt-4 text-13 text-muted touch:-mt-2">{about}</p> : null}
      {choices.length > 0 ? (
        <div className="-mb-4">
          <Tabs label="Documents" tabs={choices} />
        </div>
      ) : null}
      {chooser}
      <TouchLinks {...props} />
      <NextLink className="hidden touch:flex" next={next} />
      {src === null ? <SavedOnly downloads={downloads} /> : null}
      <Frame {...props} />
    </Dialog>
  );
}

function NextLink({ next, className }: Pick<ViewerFrameProps, "next"> & { className: string }) {
  if (!next) return null;
  return (
    <DialogLink className={className} iconAfter="arrow-right" kind="quiet" to={next.to}>
      {next.words}
    </DialogLink>
  );
}

const FILLS = "relative h-full w-full touch:hidden";

/** On a phone, the frame shows only failures. */
function Frame({ src, title, fetched, failure, onFramed }: FetchedFrameProps) {
  const box = useShownBox(onFramed);
  const isHydrated = useHydrated();
  return (
    <div
      className={classes(
        "relative grid min-h-[60vh] grow",
        src !== null && "border border-line-2 bg-paper",
        failure ? "touch:min-h-[40vh]" : "touch:hidden",
      )}
    >
      {/* A separate element, because a phone shows the frame too when there is a failure. */}
      <div className="pointer-events-none absolute inset-0 touch:hidden" ref={box} />
      {src === null || fetched !== null ? null : <Loading title={title} />}
      {fetched === null ? null : <iframe className={FILLS} key={fetched} src={fetched} title={title} />}
      {/* A refused download shows its message in this frame too. */}
      {isHydrated ? null : (
        <noscript>
          <iframe className={FILLS} name={FRAME} src={src ?? undefined} title={title} />
        </noscript>
      )}
      {failure ? (
        <div className="absolute inset-0 flex flex-col items-center justify-center bg-paper p-4 text-center">
          {failure}
        </div>
      ) : null}
    </div>
  );
}

/** Calls `onShown` when the frame appears or disappears, for example when a phone is rotated. */
function useShownBox(onShown: (isShown: boolean) => void) {
  const box = useRef<HTMLDivElement>(null);
  const told = useRef(onShown);

  useEffect(() => {
    told.current = onShown;
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => told.current(element.getClientRects().length > 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return box;
}

function Loading({ title }: { title: string }) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center p-4 text-center" role="status">
      <p className="font-serif text-18 font-bold">Loading {title}</p>
      <p className="mt-1 text-muted">If the document does not appear here, download it instead.</p>
    </div>
  );
}

type Download = { /** Words such as 'Download PDF' or 'Spreadsheet'. */ words: string; href: string };

/** The name of the frame. Without script, a refused download shows its message there. */
const FRAME = "document";

type TouchLinksProps = {
  src: string | null;
  downloads: readonly Download[];
  canFetch: () => Promise<boolean>;
};

/**
 * The links for a phone. They check the connection first, because the browser would show an error page in a new tab.
 */
function TouchLinks({ src, downloads, canFetch }: TouchLinksProps) {
  function open(event: MouseEvent<HTMLAnchorElement>) {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    const { href, target } = event.currentTarget;
    // Browsers block a tab that opens only after the response as a pop-up, so it is opened first.
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

/** A link that saves the file, above the frame in which a refused download shows its message without script. */
function SavedOnly({ downloads: [first] }: DownloadsProps) {
  if (!first) return null;
  return (
    <div className="flex flex-col items-center gap-3 p-4 text-center touch:hidden">
      <p className="font-serif text-18 font-bold">This file opens in another program</p>
      <p className="text-muted">Save the file, then open it from your downloads.</p>
      <ButtonLink
        {...DOWNLOAD_ATTRIBUTE}
        icon="download"
        kind="primary"
        reloadDocument
        target={FRAME}
        to={first.href}
      >
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

function Downloads({ downloads, ...link }: DownloadsProps) {
  return downloads.map(({ words, href }) => (
    <ButtonLink {...link} {...DOWNLOAD_ATTRIBUTE} icon="download" key={href} reloadDocument to={href}>
      {words}
    </ButtonLink>
  ));
}
