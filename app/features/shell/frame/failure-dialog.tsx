import { useResolvedPath } from "@remix-run/react";
import { ButtonLink } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { wordsOfFailure } from "./failure-words.ts";
import { SendAgain } from "../session/send-again.tsx";

/** In the place of a dialog that cannot be shown: the page under it stays as it is. */
export function FailureDialog({ error }: { error: unknown }) {
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
