import { Link } from "@remix-run/react";
import { useState, type FormEvent, type ReactNode, useEffect } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { formatUnsentItemCount } from "#domain/saved-targets.ts";
import { Button } from "#ui/form/button.tsx";
import { Dialog, Modal } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { useShellContext } from "../frame/shell-context.ts";
import { outbox, isSendable } from "#saving/client/open-stores.ts";
import { fetchNames } from "#saving/client/target-names.ts";
import { deleteAcknowledgedRows, type StoredUnsentRow } from "#saving/outbox/outbox-database.ts";
import { useUnsentRows } from "#saving/screen/use-unsent-rows.ts";
import { Icon } from "#ui/page/icon.tsx";
import { allowUnload } from "../notices/before-unload.ts";
import { describeUnsentAfterSignOut } from "../notices/notice-words.rules.ts";
import { broadcastSignedOut } from "../session/use-session-watch.ts";

const FORM = "sign-out";

/** The sign-out confirmation at its own URL: without JavaScript, after a reload, or from a link. */
export function SignOutDialog({ closeTo }: { closeTo: string }) {
  const cancel = <DialogLink to={closeTo}>Cancel</DialogLink>;
  return (
    <Dialog actions={actionsWith(cancel)} closeTo={closeTo} title="Sign Out">
      <SignOutForm />
    </Dialog>
  );
}

/** The sign-out confirmation over the open page. */
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

/** The sign-out form, in the words of the specification. With JavaScript, it stays open if there is no response. */
function SignOutForm() {
  const { account } = useShellContext();
  const [isUnanswered, setUnanswered] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setUnanswered(false);
    setUnanswered(!(await signOut(account)));
  }

  return (
    <form action={PATHS.signOut} className="flex flex-col gap-3" id={FORM} method="post" onSubmit={submit}>
      <p>{MESSAGES.signOutQuestion}</p>
      <UnsentSummary />
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

/** Signs out and leaves the page. Returns false if there was no response; the page then stays. */
async function signOut(account: number): Promise<boolean> {
  await outbox.written();
  if (!(await isAnswered())) return false;
  await deleteAcknowledgedRows().catch(() => undefined);
  broadcastSignedOut(account);
  allowUnload();
  window.location.assign(DONE);
  return true;
}

/** Tells whether the server responded. Any response counts, because it redirects to another page. */
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

/** A sentence such as '3 marks on Mathematics, Std 4 are not saved yet. They stay on this device …', or nothing. */
export function UnsentSummary() {
  const unsent = useUnsentRows(useShellContext().account) ?? [];
  const addresses = unsent.map(({ target }) => target);
  const title = useOnlyTitle(unsent);
  if (!outbox.isDurable() && outbox.count() > 0) return <WouldBeLost count={outbox.count()} />;
  if (unsent.length === 0) return null;
  const isOne = unsent.length === 1;
  const sendable = unsent.filter(isSendable).length;
  return (
    <p className="flex gap-3">
      <Icon className="mt-[3px] text-waiting" name="waiting" />
      <span>
        <strong>
          {formatUnsentItemCount(addresses)}
          {title ? ` on ${title}` : ""} {isOne ? "is" : "are"} not saved yet.
        </strong>{" "}
        {describeUnsentAfterSignOut({ total: unsent.length, sendable })}{" "}
        {sendable < unsent.length ? <Link to={PATHS.unsent}>See {isOne ? "it" : "them"}</Link> : null}
      </span>
    </p>
  );
}

/** Warns that typed rows will be lost when the page is closed, as in a private window or with a full disk. */
function WouldBeLost({ count }: { count: number }) {
  return (
    <p className="flex gap-3">
      <Icon className="mt-[3px] text-refused" name="refused" />
      <span>
        <strong>
          {count === 1 ? "1 change is" : `${count} changes are`} not saved yet, and this browser cannot keep
          unsaved changes.
        </strong>{" "}
        Changes that are not saved before you sign out are lost.
      </span>
    </p>
  );
}

/** Returns the title of the mark sheet if all unsent rows belong to one sheet. Only the server knows the title. */
function useOnlyTitle(unsent: readonly StoredUnsentRow[]): string | null {
  const [title, setTitle] = useState<string | null>(null);
  const [target, ...others] = new Set(unsent.map((row) => row.target));
  const only = others.length === 0 ? target : undefined;

  useEffect(() => {
    setTitle(null);
    if (only)
      void fetchNames([{ target: only, rows: [] }]).then((named) => setTitle(named?.[0]?.title ?? null));
  }, [only]);

  return title;
}
