import { useRef, useState, type FormEvent } from "react";
import { MIN_PASSWORD_LENGTH } from "#domain/new-password.ts";
import { PATHS } from "#domain/paths.ts";
import { deleteAcknowledgedRows } from "#saving/outbox/outbox-database.ts";
import { Button } from "#ui/form/button.tsx";
import { KnownUserName } from "#ui/form/password/known-user-name.tsx";
import { PasswordField } from "#ui/form/password/password-field.tsx";
import { Modal } from "#ui/overlay/dialog.tsx";
import { allowUnload } from "../notices/before-unload.ts";
import { useShellContext } from "../frame/shell-context.ts";
import { fetchJson, isPlainObject } from "#saving/client/fetch-json.ts";

/** The reason to sign in again. `unreached`: the person went on typing, but nothing reached the server. */
export type SignInAgainReason =
  "idle" | "unreached" | "whole" | "soon" | "ended" | "reset-due" | "somebody-else";

type SignInAgainProps = { why: SignInAgainReason; onSignedIn: () => void; onDismiss: () => void };

const WHY_WORDS: Partial<Record<SignInAgainReason, string>> = {
  idle: "You have been signed out because you were away for an hour.",
  unreached: "You have been signed out because nothing reached the server for an hour.",
  whole: "You have been signed out because a sign-in lasts at most 12 hours.",
  soon: "A sign-in lasts at most 12 hours, and yours ends soon.",
};

/**
 * Signs in over the open page, which keeps everything that was typed. If another person is signed in, the dialog offers
 * that person's main menu or a sign-in to this account.
 */
export function SignInAgainDialog(props: SignInAgainProps) {
  const { onDismiss } = props;
  const [why, setWhy] = useState(props.why);
  if (why === "reset-due") return <ResetDue onDismiss={onDismiss} />;
  if (why === "somebody-else") return <SomebodyElse onDismiss={onDismiss} onOwn={() => setWhy("ended")} />;
  return <PasswordDialog {...props} onOther={setWhy} why={why} />;
}

type PasswordDialogProps = SignInAgainProps & { onOther: (why: SignInAgainReason) => void };

function PasswordDialog(props: PasswordDialogProps) {
  const { why, onDismiss } = props;
  const { userName, provider } = useShellContext().session;
  const { fault, isBusy, submit, form } = usePassword(props);
  return (
    <Modal
      actions={
        <>
          <NotNow onClick={onDismiss} />
          <Button aria-disabled={isBusy || undefined} form="sign-in-again" kind="primary">
            {isBusy ? "Signing in" : "Sign in"}
          </Button>
        </>
      }
      onCancel={onDismiss}
      title="Sign in again"
    >
      <p>{WHY_WORDS[why] ?? "You have been signed out."} What you typed is kept.</p>
      <form className="flex flex-col gap-4" id="sign-in-again" noValidate onSubmit={submit} ref={form}>
        <KnownUserName userName={userName}>{null}</KnownUserName>
        <PasswordField
          autoComplete="current-password"
          data-first-focus
          error={fault}
          id="sign-in-again-password"
          label="Password"
          large
          name="password"
        />
        <p aria-live="assertive" className="sr-only">
          {fault}
        </p>
      </form>
      {provider ? (
        <a
          className="button button-secondary [overflow-wrap:anywhere]"
          href={provider.url}
          onClick={onDismiss}
          rel="noreferrer"
          target="_blank"
        >
          Sign in with {provider.name} in a new tab
        </a>
      ) : null}
    </Modal>
  );
}

function usePassword({ onSignedIn, onOther }: PasswordDialogProps) {
  const { account, session } = useShellContext();
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    if (password === "") return refuse("Enter your password.");
    // The dialog may open while somebody is typing a mark. A text as short as a mark is not sent as a password.
    if (password.length < MIN_PASSWORD_LENGTH) return refuse(MISMATCH);
    setBusy(true);
    const answer = await signInAgain({ userName: session.userName, password });
    setBusy(false);
    if (answer.kind === "refused") return refuse(answer.reason);
    if (answer.accountId !== account) return onOther("somebody-else");
    if (answer.passwordReset) return onOther("reset-due");
    onSignedIn();
  }

  function refuse(reason: string) {
    setFault(reason);
    const field = form.current?.querySelector<HTMLInputElement>("input[type=password], input[name=password]");
    field?.focus();
    field?.select();
  }

  return { form, fault, isBusy, submit };
}

/** Explains that the password was reset. The new password is chosen on the sign-in page, not over a mark sheet. */
function ResetDue({ onDismiss }: { onDismiss: () => void }) {
  return (
    <Modal
      actions={
        <>
          <NotNow onClick={onDismiss} />
          <a className="button button-primary" data-first-focus href="/" rel="noreferrer" target="_blank">
            Choose a password
          </a>
        </>
      }
      onCancel={onDismiss}
      title="New password needed"
    >
      <p>
        Your password was set by the school office. Choose your own password in a new tab, then come back to
        this page. What you typed is kept.
      </p>
    </Modal>
  );
}

/** Explains that somebody else has signed in. A browser has one session, so this page can send nothing. */
function SomebodyElse({ onOwn, onDismiss }: { onOwn: () => void; onDismiss: () => void }) {
  const { displayName } = useShellContext().person;
  return (
    <Modal
      actions={
        <>
          <a className="button button-secondary" href={PATHS.mainMenu} onClick={giveWay}>
            Go to the Main Menu
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
        This page belongs to {displayName}, but somebody else has since signed in on this browser. Changes
        that are not saved yet stay on this device for {displayName}. Nobody else can see or send them.
      </p>
    </Modal>
  );
}

/** Deletes this account's confirmed data, because it must not appear on the next person's pages. */
function giveWay() {
  allowUnload();
  deleteAcknowledgedRows().catch(() => undefined);
}

function NotNow({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick} type="button">
      Not now
    </Button>
  );
}

type SignedInAgain =
  | { kind: "in"; accountId: number; passwordReset: boolean }
  /** The error beside the field, such as a wrong password or the time to wait. */
  | { kind: "refused"; reason: string };

/** The user name is known here, so the message mentions only the password. */
const MISMATCH = "The password is wrong. Try again.";
const NO_ANSWER = "No connection: the server could not be reached. Try again when the connection is back.";
const NOT_NOW = "The server cannot sign you in. Try again in a moment.";

/** Signs the person in with a new session, without leaving the page. */
async function signInAgain(credentials: { userName: string; password: string }): Promise<SignedInAgain> {
  const { kind, status, body } = await fetchJson(PATHS.signInAgain, { json: credentials });
  if (kind === "not-ours" || !isPlainObject(body)) return { kind: "refused", reason: NO_ANSWER };
  if (kind === "ok" && "accountId" in body)
    return { kind: "in", accountId: Number(body.accountId), passwordReset: body.passwordReset === true };
  if (status === 422) return { kind: "refused", reason: MISMATCH };
  const isExplained = status < 500 && typeof body.reason === "string";
  return { kind: "refused", reason: isExplained ? String(body.reason) : NOT_NOW };
}
