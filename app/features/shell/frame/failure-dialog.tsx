import { useResolvedPath, useRouteError } from "@remix-run/react";
import { ButtonLink } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { SendAgain } from "./failure.tsx";
import { wordsOfFailure } from "./failure-words.ts";

/** The error boundary of a dialog's route: the page under a dialog that cannot be shown stays as it is. */
export function FailureDialog() {
  const error = useRouteError();
  const { pathname: closeTo } = useResolvedPath("..");
  const { title, text } = wordsOfFailure(error);
  const close = (
    <ButtonLink data-first-focus preventScrollReset replace to={closeTo}>
      Close
    </ButtonLink>
  );
  return (
    <Dialog actions={close} closeTo={closeTo} title={title}>
      <p role="alert">{text}</p>
      <SendAgain error={error} />
    </Dialog>
  );
}
