import { useResolvedPath, useRouteError } from "@remix-run/react";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { isFault } from "#ui/form/form-result.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { SendAgain, TryAgain } from "./failure.tsx";
import { mayPass, wordsOfFailure } from "./failure-words.ts";

type FailureModalProps = {
  error: unknown;
  /** The name of the thing that could not be shown; by default the dialog has the title of the error. */
  of?: string;
  /** The same for a request without an answer or with a fault of the server. */
  ofFault?: string | undefined;
  /**
   * The words about an act without an answer or with a fault of the server: it is not done, and will not be done later.
   */
  notDone?: { title: string; text: string };
  closeTo: string;
  /** The label of the way out. */
  close: string;
};

/** The error in a modal dialog, with a button to try again when that may help. */
export function FailureModal({ error, notDone, closeTo, close, ...said }: FailureModalProps) {
  const of = said.of ?? (isFault(error) ? said.ofFault : undefined);
  const undone = isFault(error) ? notDone : undefined;
  const { title, text } = undone ?? wordsOfFailure(error);
  const isFinal = undone !== undefined || !mayPass(error);
  const actions = (
    <>
      <DialogLink data-first-focus={isFinal ? "" : undefined} to={closeTo}>
        {close}
      </DialogLink>
      {isFinal ? null : <TryAgain />}
    </>
  );
  return (
    <Dialog actions={actions} closeTo={closeTo} title={of ?? title}>
      {undone ? (
        <NoticeBox icon="refused" tone="refused">
          <span role="alert">{text}</span>
        </NoticeBox>
      ) : (
        <p role="alert">
          {of ? <strong>{title}. </strong> : null}
          {text}
        </p>
      )}
      <SendAgain error={error} />
    </Dialog>
  );
}

/** The error boundary of a dialog's route: the page below a failed dialog stays as it is. */
export function FailureDialog(said: Pick<FailureModalProps, "of" | "ofFault" | "notDone">) {
  const { pathname: closeTo } = useResolvedPath("..");
  return <FailureModal close="Close" closeTo={closeTo} error={useRouteError()} {...said} />;
}
