import { useNavigate, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent, type SyntheticEvent } from "react";
import { formatCountOf } from "#domain/text/noun.ts";
import { findFieldTitle } from "#fields/record.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { filterByWords } from "#ui/form/matching.ts";
import { SearchForm } from "#ui/form/search-form.tsx";
import { hasTouchScreen } from "#ui/is-touched.ts";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { getRegisteredController } from "../record/record-controller.ts";
import type { PhrasesView } from "./phrases.server.ts";

type ChoiceProps = { choice: PhrasesView };

/**
 * Offers the phrases of the comment bank, filled in for this student. With JavaScript a phrase is inserted at the
 * cursor and can be edited. Without it, the phrase is added to the end of the stored comment.
 */
export function PhrasesDialog({ choice }: ChoiceProps) {
  const { closeTo, student, field, room, phrases, commentBankUrl } = choice;
  return (
    <Dialog
      actions={
        <>
          <ButtonLink kind="quiet" to={commentBankUrl}>
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
        {findFieldTitle(TERM_RECORD_FIELDS, field)} for {student}: {formatCountOf(room, "character")} left
      </p>
      {phrases.length === 0 ? (
        <EmptyState action={<ButtonLink to={commentBankUrl}>Write a phrase</ButtonLink>}>
          No phrases yet. Write a phrase in your comment bank to insert it here.
        </EmptyState>
      ) : (
        <Phrases choice={choice} />
      )}
    </Dialog>
  );
}

/** The number of phrases above which a filter is shown. */
const MOST_AT_A_GLANCE = 7;

function Phrases({ choice }: ChoiceProps) {
  const [query] = useSearchParams();
  const [typed, setTyped] = useState(query.get("q") ?? "");
  const insert = useInsertion(choice);
  const { phrases, room, version } = choice;
  const [form] = useActionForm("insert-phrase");
  const hasFilter = phrases.length > MOST_AT_A_GLANCE;
  const startsInFilter = useHydrated() && hasFilter && !hasTouchScreen();
  const found = filterByWords(phrases, typed, ({ text }) => text);
  return (
    <>
      {hasFilter ? (
        <Filter
          hasFocus={startsInFilter}
          found={found}
          insert={insert}
          room={room}
          onType={setTyped}
          query={query.get("q") ?? ""}
        />
      ) : null}
      {found.length === 0 ? (
        <p className="text-muted">
          No phrases match “{typed.trim()}”. Try a single word, or add the phrase to your comment bank.
        </p>
      ) : (
        <ActionForm form={form} preventScrollReset rejectedTitle="The phrase was not inserted" replace>
          {/* This hidden field is not bound to the form's state. After a conflict it has the comment's current version,
              so that the phrase is added to that version. */}
          <input name="base" type="hidden" value={version} />
          <PhraseList
            hasFocus={!startsInFilter}
            insert={insert}
            phrases={found.filter(({ own }) => own)}
            room={room}
            title="Your phrases"
          />
          <PhraseList
            hasFocus={!startsInFilter && !found.some(({ own }) => own)}
            insert={insert}
            phrases={found.filter(({ own }) => !own)}
            room={room}
            title="The school’s phrases"
          />
        </ActionForm>
      )}
    </>
  );
}

type PhraseListProps = {
  title: string;
  phrases: readonly PhrasesView["phrases"][number][];
  /** The number of characters left in the comment. */
  room: number;
  insert: Insert;
  /** Whether the focus starts on the first phrase of this list. */
  hasFocus: boolean;
};

/** The phrases of one owner as buttons. Renders nothing if there are none. */
function PhraseList({ title, phrases, room, insert, hasFocus }: PhraseListProps) {
  if (phrases.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-sans text-13 font-semibold text-muted">{title}</h3>
      <ul className="divide-y divide-line border-y">
        {phrases.map(({ id, text }, index) => (
          <li key={id}>
            <button
              className="flex min-h-11 w-full items-center gap-4 px-3 py-2 text-left hover:bg-paper hover:text-red disabled:text-muted"
              data-first-focus={hasFocus && index === 0 ? "" : undefined}
              disabled={text.length > room}
              name="phrase_id"
              onClick={(event) => insert(event, text)}
              value={id}
            >
              <span className="min-w-0 grow break-words">{text}</span>
              {text.length > room ? <span className="shrink-0 text-13">too long</span> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type FilterProps = {
  hasFocus: boolean;
  query: string;
  found: PhraseListProps["phrases"];
  room: number;
  insert: Insert;
  onType: (text: string) => void;
};

/** The filter. With JavaScript, the list gets shorter while the user types, and Enter inserts the first phrase. */
function Filter({ hasFocus, query, found, room, insert, onType }: FilterProps) {
  const hydrated = useHydrated();

  function onSubmit(event: FormEvent) {
    const fitting = found.filter(({ text }) => text.length <= room);
    // The person's own phrases are listed first.
    const first = fitting.find(({ own }) => own) ?? fitting[0];
    if (first) insert(event, first.text);
    else event.preventDefault();
  }

  return (
    <SearchForm
      button={hydrated ? null : "Find"}
      data-first-focus={hasFocus ? "" : undefined}
      hint={hydrated ? <span className="touch:hidden">Press Enter for the first phrase</span> : undefined}
      label="Words in the phrase"
      name="q"
      onSubmit={onSubmit}
      onType={onType}
      query={query}
    />
  );
}

type Insert = (event: SyntheticEvent, text: string) => void;

/** Inserts a phrase at the cursor. Until the report's script has loaded, the form is submitted instead. */
function useInsertion({ closeTo, field }: Pick<PhrasesView, "closeTo" | "field">): Insert {
  const navigate = useNavigate();
  const inserted = useRef(false);

  useEffect(
    () => () => {
      // The dialog returns the focus to the link that opened it, so the comment is focused afterwards.
      if (inserted.current) setTimeout(() => getRegisteredController()?.focus(field));
    },
    [field],
  );

  return function insert(event, text) {
    const controller = getRegisteredController();
    if (!controller) return;
    event.preventDefault();
    controller.insert(field, text);
    inserted.current = true;
    navigate(closeTo, { replace: true, preventScrollReset: true });
  };
}
