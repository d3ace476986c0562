import { forgetAcknowledged } from "#saving/client/outbox-database.ts";
import { Button } from "#ui/form/button.tsx";

import { leaveWithoutAsking } from "../notices/before-unload.ts";
import { Modal } from "../frame/modal.tsx";

const LINK = "button button-primary";

/** The school gave a password meanwhile: the own one is chosen on the sign-in page, not over a sheet. */
export function ResetDue({ onAside }: { onAside: () => void }) {
  return (
    <Modal
      actions={
        <>
          <Button onClick={onAside} type="button">
            Not now
          </Button>
          <a className={LINK} data-first-focus href="/" rel="noreferrer" target="_blank">
            Choose a password
          </a>
        </>
      }
      onAside={onAside}
      title="A new password is due"
    >
      <p>
        Your password was set by the school office. Choose your own in a new tab, then come back to this one.
        What you typed is kept.
      </p>
    </Modal>
  );
}

type SomebodyElseProps = { displayName: string; onOwn: () => void; onAside: () => void };

/** One browser, one session: nothing is sent in another person's name, and nothing of this page is theirs. */
export function SomebodyElse({ displayName, onOwn, onAside }: SomebodyElseProps) {
  return (
    <Modal
      actions={
        <>
          <a className="button button-secondary" href="/app" onClick={leaveToThem}>
            Their Main Menu
          </a>
          <Button data-first-focus kind="primary" onClick={onOwn} type="button">
            Sign in as {displayName}
          </Button>
        </>
      }
      onAside={onAside}
      title="Somebody else is signed in here"
    >
      <p>
        This page belongs to {displayName}, and somebody else has signed in in this browser since. What is not
        saved yet stays on this device for {displayName}; nobody else can see or send it.
      </p>
    </Modal>
  );
}

/** What this account's sheets were told is not for the next person's pages. */
function leaveToThem() {
  leaveWithoutAsking();
  forgetAcknowledged().catch(() => undefined);
}
