import { useState } from "react";
import type { FormEvent } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { Button } from "#ui/form/button.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import { signOut } from "./sign-out.ts";
import { UnsentSentence } from "../notices/unsent-sentence.tsx";

const FORM = "sign-out";

/** The question is the specification's (T2). A plain form; with script it stays here when no answer comes. */
export function SignOutForm({ account }: { account: number }) {
  const [isUnanswered, setUnanswered] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setUnanswered(false);
    setUnanswered(!(await signOut(account)));
  }

  return (
    <form action="/app/sign-out" className="flex flex-col gap-3" id={FORM} method="post" onSubmit={submit}>
      <p>{MESSAGES.signOutQuestion}</p>
      <UnsentSentence account={account} />
      <div role="alert">
        {isUnanswered ? (
          <NoticeBox icon="refused" title="You are still signed in." tone="refused">
            The server could not be reached. What you typed is kept on this device. Try again when the
            connection is back; if you must leave now, lock the device or close every window of this browser.
          </NoticeBox>
        ) : null}
      </div>
    </form>
  );
}

export function SignOutButton() {
  return (
    <Button data-first-focus form={FORM} kind="primary">
      Sign Out
    </Button>
  );
}
