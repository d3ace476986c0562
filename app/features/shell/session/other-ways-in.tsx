import { forgetAcknowledged } from "#saving/client/outbox-database.ts";
import { Button } from "#ui/form/button.tsx";
import { Modal } from "#ui/overlay/dialog.tsx";

import { allowUnload } from "../notices/before-unload.ts";
import { useShell } from "../frame/shell-context.ts";

const LINK = "button button-primary";

/** The school gave a password meanwhile: the person chooses one on the sign-in page, not over a sheet. */
export function ResetDue({ onDismiss }: { onDismiss: () => void }) {
  return (
    <Modal
      actions={
        <>
          <Button onClick={onDismiss} type="button">
            Not now
          </Button>
          <a className={LINK} data-first-focus href="/" rel="noreferrer" target="_blank">
            Choose a password
          </a>
        </>
      }
      onCancel={onDismiss}
      title="A new password is due"
    >
      <p>
        Your password was set by the school office. Choose your own in a new tab, then come back to this one.
        What you typed is kept.
      </p>
    </Modal>
  );
}

/** One browser, one session: nothing is sent in another person's name, and nothing of this page is theirs. */
export function SomebodyElse({ onOwn, onDismiss }: { onOwn: () => void; onDismiss: () => void }) {
  const { displayName } = useShell().person;
  return (
    <Modal
      actions={
        <>
          <a className="button button-secondary" href="/app" onClick={giveWay}>
            Their Main Menu
          </a>
          <Button data-first-focus kind="primary" onClick={onOwn} type="button">
            Sign in as {displayName}
          </Button>
        </>
      }
      onCancel={onDismiss}
      title="Somebody else is signed in here"
    >
      <p>
        This page belongs to {displayName}, and somebody else has signed in in this browser since. What is not
        saved yet stays on this device for {displayName}; nobody else can see or send it.
      </p>
    </Modal>
  );
}

/** What the server acknowledged to this account is not for the next person's pages. */
function giveWay() {
  allowUnload();
  forgetAcknowledged().catch(() => undefined);
}
