import { useEffect, useRef, type ReactNode } from "react";

import { classes } from "../classes.ts";
import { useHydrated } from "../use-hydrated.ts";
import { Dialog } from "./dialog.tsx";
import { Tabs, type Tab } from "../page/tabs.tsx";
import { DialogLink } from "./dialog-link.tsx";
import { Downloads, FRAME, SavedOnly, TouchLinks, type Download } from "./viewer-links.tsx";

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

type FetchedFrameProps = ViewerFrameProps & {
  /** Where the document is once all of it has been fetched. */
  fetched: string | null;
  /** Why it cannot be shown, and what to do. */
  failure: ReactNode;
  /** Told whether there is a frame to fetch the document for. */
  onFramed: (isFramed: boolean) => void;
  /** Whether a document can be fetched now; what hinders it is said by then. */
  canFetch: () => Promise<boolean>;
};

/**
 * A document over the page. With script it is fetched first and then shown, so that whatever is missing of it is said here
 * and not by the browser; without script the frame fetches it. Phones show no embedded PDF: they get buttons.
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
          <Tabs label="Which document" tabs={choices} />
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

/** On a phone only what hinders a document stands here. */
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
      {/* Not the box itself, which a phone shows too for what hinders a document. */}
      <div className="pointer-events-none absolute inset-0 touch:hidden" ref={box} />
      {src === null || fetched !== null ? null : <Loading title={title} />}
      {fetched === null ? null : <iframe className={FILLS} key={fetched} src={fetched} title={title} />}
      {/* Also where a download that is refused says so. */}
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

/** A phone turned on its side may get a frame, or lose it. */
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
      <p className="mt-1 text-muted">If it does not appear here, download it instead.</p>
    </div>
  );
}
