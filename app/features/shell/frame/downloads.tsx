import { useEffect, useState, type SyntheticEvent } from "react";
import { Button } from "#ui/form/button.tsx";
import { Modal } from "#ui/overlay/dialog.tsx";
import { useRepeatAfterSignIn, recheckSession, checkSession } from "../session/use-session-watch.ts";
import {
  readFrameFailure,
  NO_CONNECTION_FAILURE,
  signedOutFailure,
  type DocumentFailure,
} from "./document-failure.ts";

/** A requested file; `time` distinguishes repeated clicks on the same link. */
export type RequestedDownload = { href: string; time: number };

/** The number of iframes to keep. Removing one would stop a download that is still running in it. */
const MOST_FRAMES = 5;

/**
 * Downloads a file without leaving the page. A hidden iframe requests the file, so that the browser shows the progress
 * and the file is not in memory. The iframe stays empty if the download succeeds. If a page loads in it, the download
 * has failed.
 */
export function DownloadFrames({ wanted }: { wanted: RequestedDownload | null }) {
  const [frames, setFrames] = useState<readonly RequestedDownload[]>([]);
  const [failed, setFailed] = useState<(RequestedDownload & { failure: DocumentFailure }) | null>(null);
  useRepeatAfterSignIn(failed?.failure.isSignedOut ?? false, tryAgain);

  useEffect(() => {
    if (wanted) void begin(wanted);
  }, [wanted]);

  async function begin(file: RequestedDownload) {
    setFailed(null);
    // Some browsers report nothing when an iframe's request fails, so the connection is checked here.
    const { kind } = await checkSession();
    if (kind === "unreachable") return setFailed({ ...file, failure: NO_CONNECTION_FAILURE });
    if (kind === "ended") {
      void recheckSession();
      return setFailed({ ...file, failure: signedOutFailure() });
    }
    setFrames((others) => [...others.slice(1 - MOST_FRAMES), file]);
  }

  function fail(frame: RequestedDownload, event: SyntheticEvent<HTMLIFrameElement>) {
    const failure = readFrameFailure(event.currentTarget);
    setFrames((all) => all.filter((item) => item !== frame));
    setFailed({ ...frame, failure });
    if (failure.isSignedOut) void recheckSession();
  }

  function tryAgain() {
    if (failed) void begin({ href: failed.href, time: Date.now() });
  }

  return (
    <>
      {frames.map((frame) => (
        <iframe
          hidden
          key={frame.time}
          onLoad={(event) => fail(frame, event)}
          src={frame.href}
          title="Download"
        />
      ))}
      {failed ? (
        <NotDownloaded failure={failed.failure} onClose={() => setFailed(null)} onTryAgain={tryAgain} />
      ) : null}
    </>
  );
}

type NotDownloadedProps = { failure: DocumentFailure; onClose: () => void; onTryAgain: () => void };

function NotDownloaded({ failure: { title, words }, onClose, onTryAgain }: NotDownloadedProps) {
  return (
    <Modal
      actions={
        <>
          <Button onClick={onClose} type="button">
            Close
          </Button>
          <Button data-first-focus="" kind="primary" onClick={onTryAgain} type="button">
            Try again
          </Button>
        </>
      }
      onCancel={onClose}
      title="The file was not downloaded"
    >
      <p role="alert">
        <strong>{title}.</strong> {words}
      </p>
    </Modal>
  );
}
