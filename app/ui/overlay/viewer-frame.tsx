import { useEffect, useRef, useState, type ReactNode } from "react";

import { classes } from "../classes.ts";
import { Dialog } from "./dialog.tsx";
import { Tabs, type Tab } from "../page/tabs.tsx";
import { DialogLink } from "./dialog-link.tsx";
import { Downloads, FRAME, SavedOnly, TouchLinks, type Download } from "./viewer-links.tsx";

/** What the frame shows in a document's place: an answer of this status, or nothing that a page can look into. */
export type Refusal = number | "unknown";

export type ViewerFrameProps = {
  title: string;
  /** A muted line under the title. */
  about?: string;
  /** Null of a file that no browser shows: then it can only be saved. */
  src: string | null;
  closeTo: string;
  /** The next document of the same kind. */
  next?: { to: string; words: string } | null;
  /** Beside the frame; where there is none, in its place. */
  downloads: readonly Download[];
  /** Other documents that this viewer can show. */
  choices?: readonly Tab[];
  /** A field that chooses among many, such as terms. */
  chooser?: ReactNode;
};

type WatchedFrameProps = ViewerFrameProps & {
  /** Lies over the frame, which shows nothing of use. */
  failure?: ReactNode;
  /** Another number loads the document anew. */
  attempt?: number;
  /** Whether a document can be fetched now; what hinders it is said by then. Without it links are followed at once. */
  canFetch?: () => Promise<boolean>;
  /** Null once something has loaded that may be the document. */
  onShown?: (refusal: Refusal | null) => void;
};

/**
 * A document over the page. The words 'Loading' lie under the frame and not over it: what has loaded covers them,
 * with script or without. Phones show no embedded PDF: they get buttons, and do not load the frame.
 */
export function ViewerFrame(props: WatchedFrameProps) {
  const { title, about, src, closeTo, downloads, next, choices = [], chooser, attempt = 0 } = props;
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
          <Tabs label="Which document" tabs={choices} />
        </div>
      ) : null}
      {chooser}
      <TouchLinks {...props} />
      <NextLink className="hidden touch:flex" next={next} />
      {src === null ? <SavedOnly downloads={downloads} /> : null}
      <Frame key={`${src} ${attempt}`} {...props} />
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

/** The browser does not fetch a lazy frame that is hidden; on a phone only what hinders it stands in its place. */
function Frame({ src, title, failure, onShown }: WatchedFrameProps) {
  const { frame, loaded, onLoad } = useLoaded(onShown);
  return (
    <div
      className={classes(
        "relative grid min-h-[60vh] grow",
        src !== null && "border border-line-2 bg-paper",
        failure ? "touch:min-h-[40vh]" : "touch:hidden",
      )}
    >
      {loaded || src === null ? null : <Loading title={title} />}
      <iframe
        className="relative h-full w-full touch:hidden"
        loading="lazy"
        name={FRAME}
        onLoad={onLoad}
        ref={frame}
        src={src ?? undefined}
        title={title}
      />
      {failure ? (
        <div className="absolute inset-0 flex flex-col items-center justify-center bg-paper p-4 text-center">
          {failure}
        </div>
      ) : null}
    </div>
  );
}

function Loading({ title }: { title: string }) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center p-4 text-center" role="status">
      <p className="font-serif text-18 font-bold">Loading {title}</p>
      <p className="mt-1 text-muted">If it does not appear here, download it instead.</p>
    </div>
  );
}

/** A frame that finished before script arrived sends no event; the browser's own list of what it loaded has it. */
function useLoaded(onShown: WatchedFrameProps["onShown"]) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loaded, setLoaded] = useState(false);

  function onLoad() {
    setLoaded(true);
    if (frame.current) onShown?.(refusalIn(frame.current));
  }

  useEffect(() => {
    const address = frame.current?.src;
    if (address && performance.getEntriesByName(address).length > 0) onLoad();
    // What finished before is looked at once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return { frame, loaded, onLoad };
}

/** The browser's own page for an address without an answer is closed to us, as some show documents. */
function refusalIn({ contentDocument }: HTMLIFrameElement): Refusal | null {
  if (!contentDocument) return "unknown";
  const marked = contentDocument.querySelector<HTMLElement>("[data-refused]");
  return marked ? Number(marked.dataset.refused) : null;
}
