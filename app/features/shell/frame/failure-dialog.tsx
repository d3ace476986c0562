import { useResolvedPath, useRouteError } from "@remix-run/react";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { isRequestFault } from "#ui/form/form-result.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { ResendForm, RetryButton } from "./failure.tsx";
import { isWorthRetrying, describeFailure } from "./failure-words.ts";

type FailureModalProps = {
  error: unknown;
  /** The dialog's title, which names what could not be shown. The default is the error's own title. */
  of?: string;
  /** The dialog's title after a network failure or server error, if `of` is not given. */
  ofFault?: string | undefined;
  /** The text after a network failure or server error: nothing was done, and nothing will be sent later. */
  notDone?: { title: string; text: string };
  closeTo: string;
  close: string;
};

/** A modal dialog about an error. It has a button to try again if that may help. */
export function FailureModal({ error, notDone, closeTo, close, ...said }: FailureModalProps) {
  const of = said.of ?? (isRequestFault(error) ? said.ofFault : undefined);
  const undone = isRequestFault(error) ? notDone : undefined;
  const { title, text } = undone ?? describeFailure(error);
  const isFinal = undone !== undefined || !isWorthRetrying(error);
  const actions = (
    <>
      <DialogLink data-first-focus={isFinal ? "" : undefined} to={closeTo}>
        {close}
      </DialogLink>
      {isFinal ? null : <RetryButton />}
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
      <ResendForm error={error} />
    </Dialog>
  );
}

/** The error boundary of a dialog's route. Only the dialog shows the error; the page below stays as it is. */
export function FailureDialog(said: Pick<FailureModalProps, "of" | "ofFault" | "notDone">) {
  const { pathname: closeTo } = useResolvedPath("..");
  return <FailureModal close="Close" closeTo={closeTo} error={useRouteError()} {...said} />;
}
