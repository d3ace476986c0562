import { useState, type FormEvent, type ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { Button } from "#ui/form/button.tsx";
import { Dialog, Modal } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { useShell } from "../frame/shell-context.ts";
import { UnsentSentence } from "../notices/unsent-sentence.tsx";
import { outbox } from "#saving/client/open-stores.ts";
import { deleteAcknowledged } from "#saving/outbox/outbox-database.ts";
import { allowUnload } from "../notices/before-unload.ts";
import { broadcastSignedOut } from "../session/use-session-watch.ts";

const FORM = "sign-out";

/** The question at its own URL: without script, after a reload, or from a link. */
export function SignOutDialog({ closeTo }: { closeTo: string }) {
  const cancel = <DialogLink to={closeTo}>Cancel</DialogLink>;
  return (
    <Dialog actions={actionsWith(cancel)} closeTo={closeTo} title="Sign Out">
      <SignOutForm />
    </Dialog>
  );
}

/** The question over the page from which the person signs out. */
export function SignOutModal({ onCancel }: { onCancel: () => void }) {
  const cancel = (
    <Button onClick={onCancel} type="button">
      Cancel
    </Button>
  );
  return (
    <Modal actions={actionsWith(cancel)} onCancel={onCancel} title="Sign Out">
      <SignOutForm />
    </Modal>
  );
}

function actionsWith(cancel: ReactNode) {
  return (
    <>
      {cancel}
      <Button data-first-focus form={FORM} kind="primary">
        Sign Out
      </Button>
    </>
  );
}

/**
 * The words of the question are prescribed. The form is a plain one; with script the page stays when no answer comes.
 */
function SignOutForm() {
  const { account } = useShell();
  const [isUnanswered, setUnanswered] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setUnanswered(false);
    setUnanswered(!(await signOut(account)));
  }

  return (
    <form action={PATHS.signOut} className="flex flex-col gap-3" id={FORM} method="post" onSubmit={submit}>
      <p>{MESSAGES.signOutQuestion}</p>
      <UnsentSentence />
      <div role="alert">
        {isUnanswered ? (
          <NoticeBox icon="refused" title="You are still signed in." tone="refused">
            The server could not be reached. Marks, reports and registers that you typed are kept on this
            device. Try again when the connection is back; if you must leave now, lock the device or close
            every window of this browser.
          </NoticeBox>
        ) : null}
      </div>
    </form>
  );
}

const DONE = "/signed-out";

/** Signs out and leaves the page. Returns false when there was no answer, and the page stays. */
async function signOut(account: number): Promise<boolean> {
  await outbox.written();
  if (!(await isAnswered())) return false;
  await deleteAcknowledged().catch(() => undefined);
  broadcastSignedOut(account);
  allowUnload();
  window.location.assign(DONE);
  return true;
}

/** The answer leads to another page, so any answer will do. */
async function isAnswered(): Promise<boolean> {
  try {
    const { type, ok } = await fetch(PATHS.signOut, {
      method: "POST",
      body: new URLSearchParams(),
      redirect: "manual",
    });
    return ok || type === "opaqueredirect";
  } catch {
    return false;
  }
}
