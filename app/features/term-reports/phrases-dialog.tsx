import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FormEvent } from "react";

import { ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { NoticeBox } from "#ui/notice-box.tsx";

import { titleOf } from "./contests.rules.ts";
import type { PhraseChoice } from "./dialogs.ts";
import { handsOnPage } from "./hands-on-page.ts";

type PhrasesDialogProps = { choice: PhraseChoice; refusal: string | null };

/**
 * A phrase of the comment bank for this student. With script it goes where the cursor was and can be written on;
 * without, to the end of the comment that is stored.
 */
export function PhrasesDialog({ choice, refusal }: PhrasesDialogProps) {
  const { closeTo, student, field, room, limit, phrases, bankUrl } = choice;
  return (
    <Dialog
      actions={
        <>
          <ButtonLink kind="quiet" to={bankUrl}>
            Comment bank
          </ButtonLink>
          <ButtonLink preventScrollReset replace to={closeTo}>
            Close
          </ButtonLink>
        </>
      }
      closeTo={closeTo}
      title="Insert a phrase"
      width="record"
    >
      <p className="-mt-3 text-muted">
        {titleOf(field)} of {student}: {room} of {limit} characters are left
      </p>
      {refusal ? (
        <NoticeBox icon="refused" tone="refused">
          {refusal}
        </NoticeBox>
      ) : null}
      {phrases.length === 0 ? (
        <EmptyState action={<ButtonLink to={bankUrl}>Write a phrase</ButtonLink>}>
          There is no phrase in your comment bank or the school’s yet.
        </EmptyState>
      ) : (
        <Phrases choice={choice} />
      )}
    </Dialog>
  );
}

function Phrases({ choice: { closeTo, field, version, room, phrases } }: Pick<PhrasesDialogProps, "choice">) {
  const navigate = useNavigate();
  const inserted = useRef(false);

  useEffect(
    () => () => {
      // The dialog gives the focus back to what opened it; one goes on in the comment.
      if (inserted.current) setTimeout(() => handsOnPage()?.focus(field));
    },
    [field],
  );

  function insert(event: FormEvent, text: string) {
    const hands = handsOnPage();
    if (!hands) return;
    event.preventDefault();
    hands.insert(field, text);
    inserted.current = true;
    navigate(closeTo, { replace: true, preventScrollReset: true });
  }

  return (
    <ul className="divide-y divide-line border-y">
      {phrases.map(({ id, text, own }, place) => (
        <li key={id}>
          <form method="post" onSubmit={(event) => insert(event, text)}>
            <input name="base" type="hidden" value={version} />
            <button
              className="flex min-h-11 w-full items-center gap-4 px-3 py-2 text-left hover:bg-paper hover:text-red disabled:text-muted"
              data-first-focus={place === 0 ? "" : undefined}
              disabled={text.length > room}
              name="phrase_id"
              value={id}
            >
              <span className="min-w-0 grow break-words">{text}</span>
              <span className="shrink-0 text-13 text-muted">
                {text.length > room ? "too long" : own ? "Yours" : "School’s"}
              </span>
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}
