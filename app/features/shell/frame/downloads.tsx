import { useEffect, useState, type SyntheticEvent } from "react";
import { Button } from "#ui/form/button.tsx";
import { Modal } from "#ui/overlay/dialog.tsx";
import { useAfterSignIn, doubtSession, lookAtSession } from "../session/use-session-watch.ts";
import { failureIn, NO_CONNECTION, signedOutFailure, type DocumentFailure } from "./document-failure.ts";

/** A requested file; `time` distinguishes one press on a link from the next. */
export type Wanted = { href: string; time: number };

/** The number of frames whose files may not have been answered yet. */
const MOST_FRAMES = 5;

/**
 * Lets the browser save a file without leaving the page: the browser shows the progress and holds no file in memory,
 * however large. A hidden frame requests the file and stays empty while the file arrives; a page that loads in the
 * frame is a failure.
 */
export function Downloads({ wanted }: { wanted: Wanted | null }) {
  const [frames, setFrames] = useState<readonly Wanted[]>([]);
  const [failed, setFailed] = useState<(Wanted & { failure: DocumentFailure }) | null>(null);
  useAfterSignIn(failed?.failure.isSignedOut ?? false, tryAgain);

  useEffect(() => {
    if (wanted) void begin(wanted);
  }, [wanted]);

  async function begin(file: Wanted) {
    setFailed(null);
    // Some browsers report nothing about a frame that got no answer.
    const { kind } = await lookAtSession();
    if (kind === "unreachable") return setFailed({ ...file, failure: NO_CONNECTION });
    if (kind === "ended") {
      void doubtSession();
      return setFailed({ ...file, failure: signedOutFailure() });
    }
    setFrames((others) => [...others.slice(1 - MOST_FRAMES), file]);
  }

  function fail(frame: Wanted, event: SyntheticEvent<HTMLIFrameElement>) {
    const failure = failureIn(event.currentTarget);
    setFrames((all) => all.filter((item) => item !== frame));
    setFailed({ ...frame, failure });
    if (failure.isSignedOut) void doubtSession();
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
