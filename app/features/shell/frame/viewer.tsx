import { useEffect, useReducer, useState, useRef, type ReactNode, type MouseEvent } from "react";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { Tabs, type Tab } from "#ui/page/tabs.tsx";
import { opensOutsidePage } from "#ui/page/use-link-click.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { useRepeatAfterSignIn, recheckSession, checkSession } from "../session/use-session-watch.ts";
import { fetchDocument, NO_CONNECTION_FAILURE, type DocumentFailure } from "./document-failure.ts";

/**
 * The document viewer. An error replaces the document and has a button to try again. If the session has ended, the
 * sign-in opens over the viewer, and the document is loaded afterwards.
 */
export function DocumentViewer(props: ViewerFrameProps) {
  const { src } = props;
  const [attempt, tryAgain] = useReducer((attempts: number) => attempts + 1, 0);
  const [isFramed, setFramed] = useState(false);
  const [fetched, setFetched] = useState<string | null>(null);
  const [failure, setFailure] = useState<DocumentFailure | null>(null);
  useRepeatAfterSignIn(failure?.isSignedOut ?? false, tryAgain);

  useEffect(() => {
    setFailure(null);
    if (!isFramed || src === null) return;
    const fetching = new AbortController();
    let address: string | null = null;
    void fetchDocument(src, fetching.signal).then((document) => {
      if (fetching.signal.aborted) return;
      if (document instanceof Blob) {
        address = URL.createObjectURL(document);
        setFetched(address);
      } else {
        setFailure(document);
        if (document.isSignedOut) void recheckSession();
      }
    });
    return () => {
      fetching.abort();
      setFetched(null);
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [src, attempt, isFramed]);

  useEffect(() => {
    if (failure !== NO_CONNECTION_FAILURE) return;
    window.addEventListener("online", onTryAgain);
    return () => window.removeEventListener("online", onTryAgain);
  });

  async function canFetch() {
    const { kind } = await checkSession();
    setFailure(kind === "unreachable" ? NO_CONNECTION_FAILURE : null);
    return kind === "open";
  }

  function onTryAgain() {
    // Without an iframe nothing is requested again, so only the session check can clear the error.
    if (!isFramed) void canFetch();
    tryAgain();
  }

  return (
    <ViewerFrame
      {...props}
      canFetch={canFetch}
      failure={failure ? <Failed failure={failure} onTryAgain={onTryAgain} /> : null}
      fetched={fetched}
      onFramed={setFramed}
    />
  );
}

function Failed({ failure, onTryAgain }: { failure: DocumentFailure; onTryAgain: () => void }) {
  return (
    <>
      <p className="font-serif text-18 font-bold" role="alert">
        {failure.title}
      </p>
      <p className="mb-4 mt-1 text-muted">{failure.words}</p>
      <Button kind="primary" onClick={onTryAgain} type="button">
        Try again
      </Button>
    </>
  );
}

type ViewerFrameProps = {
  title: string;
  /** A muted line under the title. */
  about?: string;
  /** The address of the document; null for a file that a browser can save but not show. */
  src: string | null;
  closeTo: string;
  /** The link to the next document of the same kind. */
  next?: { to: string; words: string } | null;
  /** Links beside the frame, or instead of the frame if the document cannot be shown. */
  downloads: readonly Download[];
  /** Other documents that this viewer can show. */
  choices?: readonly Tab[];
  /** A field for choosing among many documents, such as one for each term. */
  chooser?: ReactNode;
  /** True for a picture, which phones can show too. */
  isPicture?: boolean;
  /** True for an uploaded file. Its frame loads the address itself, because only then is the file in its sandbox. */
  isUploaded?: boolean;
  /** Links to the documents before and after this document in a list. */
  steps?: ReactNode;
  /** Columns at the left and right of the document. A phone shows only the right column, below the document. */
  left?: ReactNode;
  right?: ReactNode;
};

type FetchedFrameProps = ViewerFrameProps & {
  /** The address of the fetched document; null until the fetch is complete. */
  fetched: string | null;
  /** The reason why the document cannot be shown, and what to do next. */
  failure: ReactNode;
  /** Called when the frame becomes visible or hidden, because the document is fetched only for a visible frame. */
  onFramed: (isFramed: boolean) => void;
  /** Resolves to false if a document cannot be fetched now. The page then already shows the reason. */
  canFetch: () => Promise<boolean>;
};

/**
 * A document over the page. With JavaScript, the page fetches the document before showing it, so that a failure is
 * shown by this page and not by the browser. Without JavaScript, the frame loads the document. Phones cannot show an
 * embedded PDF, so they get buttons instead.
 */
export function ViewerFrame(props: FetchedFrameProps) {
  const { title, about, src, closeTo, downloads, next, choices = [], chooser, steps, left, right } = props;
  const frame = <Frame {...props} />;
  return (
    <Dialog
      aside={
        <>
          {steps}
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
      {left || right ? (
        <div className="grid grow gap-4 md:grid-cols-[232px_minmax(0,1fr)_250px]">
          {left}
          {src === null ? <SavedOnly downloads={downloads} /> : frame}
          {right}
        </div>
      ) : (
        <>
          {src === null ? <SavedOnly downloads={downloads} /> : null}
          {frame}
        </>
      )}
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

/** The frame around the document. On a phone it is visible only with a picture or a failure. */
function Frame(props: FetchedFrameProps) {
  const { src, title, fetched, failure, onFramed, isPicture } = props;
  const box = useShownBox(onFramed);
  const isHydrated = useHydrated();
  return (
    <div
      className={joinClassNames(
        "relative grid min-h-[60vh] grow",
        src !== null && "border border-line-2 bg-paper",
        failure || isPicture ? "touch:min-h-[40vh]" : "touch:hidden",
      )}
    >
      {/* A separate element, because on a phone the frame itself is visible when there is a failure. */}
      <div
        className={joinClassNames("pointer-events-none absolute inset-0", !isPicture && "touch:hidden")}
        ref={box}
      />
      {src === null || fetched !== null ? null : <Loading title={title} />}
      {fetched === null ? null : <Shown {...props} shown={fetched} />}
      {/* If a download is rejected, this frame also shows the message. */}
      {isHydrated ? null : (
        <noscript>
          {isPicture && src !== null ? (
            <img alt={title} className={PICTURE} src={src} />
          ) : (
            <iframe className={FILLS} name={FRAME} src={src ?? undefined} title={title} />
          )}
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

const PICTURE = "relative mx-auto max-w-full";
/** Tells the browser's PDF viewer to fit the page to the frame, and to leave out its column of small pages. */
const WHOLE_WIDTH = "#view=FitH&navpanes=0";

/** Shows the document. `shown` is the address of the fetched document in memory. */
function Shown({ shown, title, src, isPicture, isUploaded }: FetchedFrameProps & { shown: string }) {
  if (isPicture) return <img alt={title} className={PICTURE} key={shown} src={shown} />;
  return (
    <iframe
      className={FILLS}
      key={shown}
      src={isUploaded && src !== null ? src + WHOLE_WIDTH : shown}
      title={title}
    />
  );
}

/** Calls `onShown` when the frame becomes visible or hidden, for example because a phone is rotated. */
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

/** The name of the frame. Without JavaScript, the message about a rejected download appears in this frame. */
const FRAME = "document";

type TouchLinksProps = Pick<FetchedFrameProps, "src" | "downloads" | "canFetch" | "isPicture">;

/** The links for a phone. They check the connection first: otherwise a new tab would show the browser's error page. */
function TouchLinks({ src, downloads, canFetch, isPicture }: TouchLinksProps) {
  function open(event: MouseEvent<HTMLAnchorElement>) {
    if (opensOutsidePage(event)) return;
    event.preventDefault();
    const { href, target } = event.currentTarget;
    // The tab is opened before the response arrives, because browsers block a tab that opens later as a pop-up.
    const tab = window.open("", target);
    void canFetch().then((can) => {
      if (can) (tab ?? window).location.assign(href);
      else tab?.close();
    });
  }

  return (
    <div className="hidden content-start gap-3 touch:grid">
      {src === null || isPicture ? null : (
        <ButtonLink icon="document" kind="primary" onClick={open} reloadDocument target="_blank" to={src}>
          Open PDF
        </ButtonLink>
      )}
      <Downloads downloads={downloads} />
    </div>
  );
}

/**
 * A link that saves the file. Without JavaScript, the frame under the link shows the message about a rejected download.
 */
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
