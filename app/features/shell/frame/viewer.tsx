import { useEffect, useReducer, useState } from "react";
import { Button } from "#ui/form/button.tsx";
import { ViewerFrame, type ViewerFrameProps } from "#ui/overlay/viewer-frame.tsx";
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
