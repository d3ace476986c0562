import { useEffect, useRef, useState } from "react";

import { ButtonLink } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export type Download = { /** 'Download PDF', 'Spreadsheet'. */ words: string; href: string };

type ViewerFrameProps = {
  title: string;
  src: string;
  closeTo: string;
  /** Beside the frame, always: phones show no embedded PDF. */
  downloads: readonly Download[];
};

/**
 * A document over the page. The words 'Loading' lie under the frame and not over it: what has loaded covers them,
 * with script or without.
 */
export function ViewerFrame({ title, src, closeTo, downloads }: ViewerFrameProps) {
  const { frame, loaded, onLoad } = useLoaded();
  return (
    <Dialog
      aside={
        <>
          {downloads.map(({ words, href }) => (
            <ButtonLink download icon="download" key={href} reloadDocument to={href}>
              {words}
            </ButtonLink>
          ))}
          <ButtonLink data-first-focus icon="close" preventScrollReset replace to={closeTo}>
            Close
          </ButtonLink>
        </>
      }
      closeTo={closeTo}
      title={title}
      width="full"
    >
      <div className="relative grid min-h-[60vh] grow border border-line-2 bg-paper">
        {loaded ? null : <Loading title={title} />}
        <iframe className="relative h-full w-full" onLoad={onLoad} ref={frame} src={src} title={title} />
      </div>
    </Dialog>
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

/** A frame that finished before script arrived sends no event: the browser's own list of what it loaded tells. */
function useLoaded() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loaded, setLoaded] = useState(false);

  useEffect(() => {
    const address = frame.current?.src;
    if (address && performance.getEntriesByName(address).length > 0) setLoaded(true);
  }, []);

  return { frame, loaded, onLoad: () => setLoaded(true) };
}
