import { useSearchParams } from "@remix-run/react";
import { useState, type FormEvent } from "react";

import { titleOf } from "#fields/record.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { matching } from "#ui/form/matching.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { SearchForm } from "#ui/form/search-form.tsx";
import { isTouched } from "#ui/is-touched.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

import type { PhraseChoice } from "../dialogs.ts";
import { PhraseList } from "./phrase-list.tsx";
import { useInsertion, type Insert } from "./use-insertion.ts";

type PhrasesDialogProps = { choice: PhraseChoice; refusal: string | null };

/**
 * A phrase of the comment bank for this student. With script it goes where the cursor was and can be written on;
 * without, to the end of the comment that is stored.
 */
export function PhrasesDialog({ choice, refusal }: PhrasesDialogProps) {
  const { closeTo, student, field, room, phrases, bankUrl } = choice;
  return (
    <Dialog
      actions={
        <>
          <ButtonLink kind="quiet" to={bankUrl}>
            Comment bank
          </ButtonLink>
          <DialogLink to={closeTo}>Close</DialogLink>
        </>
      }
      closeTo={closeTo}
      title="Insert a phrase"
      width="record"
    >
      <p className="-mt-3 text-muted">
        {titleOf(TERM_RECORD, field)} of {student}: room for {room} characters
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

/** As many as are looked through at a glance. */
const MOST_AT_A_GLANCE = 7;

function Phrases({ choice }: Pick<PhrasesDialogProps, "choice">) {
  const [query] = useSearchParams();
  const [typed, setTyped] = useState(query.get("q") ?? "");
  const insert = useInsertion(choice);
  const { phrases } = choice;
  const hasFilter = phrases.length > MOST_AT_A_GLANCE;
  const startsInFilter = useHydrated() && hasFilter && !isTouched();
  const found = matching(phrases, typed, ({ text }) => text);
  return (
    <>
      {hasFilter ? (
        <Filter
          hasFocus={startsInFilter}
          found={found}
          insert={insert}
          room={choice.room}
          onType={setTyped}
          query={query.get("q") ?? ""}
        />
      ) : null}
      {found.length === 0 ? (
        <p className="text-muted">
          No phrase has ‘{typed.trim()}’ in it. Try one word of it, or write it in the Comment bank.
        </p>
      ) : (
        <>
          <PhraseList
            choice={choice}
            hasFocus={!startsInFilter}
            insert={insert}
            phrases={found.filter(({ own }) => own)}
            title="Your own"
          />
          <PhraseList
            choice={choice}
            hasFocus={!startsInFilter && !found.some(({ own }) => own)}
            insert={insert}
            phrases={found.filter(({ own }) => !own)}
            title="The school’s"
          />
        </>
      )}
    </>
  );
}

type FilterProps = {
  hasFocus: boolean;
  query: string;
  found: PhraseChoice["phrases"];
  room: number;
  insert: Insert;
  onType: (text: string) => void;
};

/** With script the list narrows as one types and Enter takes the first; without, a button looks. */
function Filter({ hasFocus, query, found, room, insert, onType }: FilterProps) {
  const hydrated = useHydrated();

  function onSubmit(event: FormEvent) {
    const fitting = found.filter(({ text }) => text.length <= room);
    // Own ones stand first.
    const first = fitting.find(({ own }) => own) ?? fitting[0];
    if (first) insert(event, first.text);
    else event.preventDefault();
  }

  return (
    <SearchForm
      button={hydrated ? null : "Find"}
      data-first-focus={hasFocus ? "" : undefined}
      hint={hydrated ? <span className="touch:hidden">Enter takes the first</span> : undefined}
      label="Words in the phrase"
      name="q"
      onSubmit={onSubmit}
      onType={onType}
      query={query}
    />
  );
}
