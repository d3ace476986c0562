import { useEffect, useRef, useState } from "react";

import { ButtonLink } from "../form/button.tsx";
import { Dialog } from "./dialog.tsx";
import { Tabs, type Tab } from "../page/tabs.tsx";

export type Download = { /** 'Download PDF', 'Spreadsheet'. */ words: string; href: string };

type ViewerFrameProps = {
  title: string;
  src: string;
  closeTo: string;
  /** Beside the frame; where there is none, in its place. */
  downloads: readonly Download[];
  /** Other documents that this viewer can show. */
  choices?: readonly Tab[];
};

/**
 * A document over the page. The words 'Loading' lie under the frame and not over it: what has loaded covers them,
 * with script or without. Phones show no embedded PDF: they get buttons, and do not load the frame.
 */
export function ViewerFrame({ title, src, closeTo, downloads, choices = [] }: ViewerFrameProps) {
  return (
    <Dialog
      aside={
        <>
          <Downloads className="touch:hidden" downloads={downloads} />
          <ButtonLink data-first-focus icon="close" preventScrollReset replace to={closeTo}>
            Close
          </ButtonLink>
        </>
      }
      closeTo={closeTo}
      title={title}
      width="full"
    >
      {choices.length > 0 ? (
        <div className="-mb-4">
          <Tabs label="Which document" tabs={choices} />
        </div>
      ) : null}
      <div className="hidden content-start gap-3 touch:grid">
        <ButtonLink icon="document" kind="primary" reloadDocument target="_blank" to={src}>
          Open PDF
        </ButtonLink>
        <Downloads downloads={downloads} />
      </div>
      <Frame key={src} src={src} title={title} />
    </Dialog>
  );
}

function Downloads({ downloads, className }: Pick<ViewerFrameProps, "downloads"> & { className?: string }) {
  return downloads.map(({ words, href }) => (
    <ButtonLink className={className} download icon="download" key={href} reloadDocument to={href}>
      {words}
    </ButtonLink>
  ));
}

/** The browser does not fetch a lazy frame that is hidden. */
function Frame({ src, title }: Pick<ViewerFrameProps, "src" | "title">) {
  const { frame, loaded, onLoad } = useLoaded();
  return (
    <div className="relative grid min-h-[60vh] grow border border-line-2 bg-paper touch:hidden">
      {loaded ? null : <Loading title={title} />}
      <iframe
        className="relative h-full w-full"
        loading="lazy"
        onLoad={onLoad}
        ref={frame}
        src={src}
        title={title}
      />
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
function useLoaded() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loaded, setLoaded] = useState(false);

  useEffect(() => {
    const address = frame.current?.src;
    if (address && performance.getEntriesByName(address).length > 0) setLoaded(true);
  }, []);

  return { frame, loaded, onLoad: () => setLoaded(true) };
}
