import { Fragment, useEffect, useId } from "react";
import {
  formatAverageRange,
  splitPhrase,
  MAX_PHRASE_LENGTH,
  fillPhrase,
  PHRASE_PLACEHOLDERS,
  type PhraseStudent,
} from "#domain/phrases.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { TextArea, TextField, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { ChangeOrDeleteButtons } from "#ui/overlay/change-dialog.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { commentBankUrl, phraseUrl } from "./bank.rules.ts";
import type { CommentBankView, NewPhraseInput, PhraseInput, PhraseView } from "./bank.server.ts";

type BankProps = { bank: CommentBankView };

const ABOUT = "Phrases to insert into the comments of term reports";

/** Shows a teacher's own phrases and the phrases that the whole school shares, each in a tab. */
export function CommentBankPage({ bank }: BankProps) {
  return (
    <>
      <PageHead about={ABOUT} title="Comment bank" />
      <BankTabs bank={bank} />
      <div className="grid gap-4 lg:grid-cols-[400px_1fr] lg:items-start">
        {bank.canEdit ? <AddPhrase bank={bank} key={bank.tab} /> : <ReadOnly />}
        <Phrases bank={bank} />
      </div>
    </>
  );
}

function BankTabs({ bank: { tab, ownCount, schoolCount } }: BankProps) {
  const own = {
    to: commentBankUrl({ tab: "own", page: 1 }),
    title: `Your phrases (${ownCount})`,
    current: tab === "own",
  };
  const school = {
    to: commentBankUrl({ tab: "school", page: 1 }),
    title: `The school’s phrases (${schoolCount})`,
    current: tab === "school",
  };
  return <Tabs label="Phrases" tabs={ownCount === null ? [school] : [own, school]} />;
}

function AddPhrase({ bank }: BankProps) {
  const [form, fields] = useActionForm<NewPhraseInput>("add-phrase");
  const title = bank.tab === "own" ? "Add a phrase of your own" : "Add a phrase for the whole school";
  return (
    <Panel title={title}>
      <ActionForm action={commentBankUrl(bank)} form={form} rejectedTitle="The phrase was not added">
        <PhraseFields field={fields.phrase} />
        <AverageFields from={fields.averageFrom} to={fields.averageTo} />
        <Button className="self-start" kind="primary" name="intent" value="add">
          Add phrase
        </Button>
      </ActionForm>
    </Panel>
  );
}

type PhraseDialogProps = { phrase: PhraseView; closeTo: string };

/** Edits or deletes a phrase, in a dialog over the list. */
export function PhraseDialog({ phrase: { phrase, owner, averages }, closeTo }: PhraseDialogProps) {
  const defaults = { phrase, averageFrom: averages?.from ?? null, averageTo: averages?.to ?? null };
  const [form, fields] = useActionForm<PhraseInput>("change-phrase", defaults);
  const title = owner === "own" ? "Change your phrase" : "Change the school’s phrase";
  return (
    <Dialog closeTo={closeTo} title={title}>
      <ActionForm form={form} preventScrollReset rejectedTitle="The phrase was not changed">
        {/* The phrase as the page currently shows it. If a stale form is sent a second time, it overwrites the colleague's change. */}
        <input name="was" type="hidden" value={phrase} />
        <input name="wasFor" type="hidden" value={formatAverageRange(averages)} />
        <PhraseFields field={fields.phrase} />
        <AverageFields from={fields.averageFrom} to={fields.averageTo} />
        <ChangeOrDeleteButtons closeTo={closeTo} />
      </ActionForm>
    </Dialog>
  );
}

function ReadOnly() {
  return (
    <Panel title="For the whole school">
      <p className="text-muted">
        The principal and the administrators manage these phrases. Everybody who writes reports can insert
        them.
      </p>
    </Panel>
  );
}

function Phrases({ bank }: BankProps) {
  const { tab, phrases, page, pageSize, ownCount, schoolCount } = bank;
  const total = tab === "own" ? (ownCount ?? 0) : schoolCount;
  return (
    <Panel flush title={tab === "own" ? "Your phrases" : "The school’s phrases"}>
      {phrases.length === 0 ? <NoPhrase tab={tab} /> : <PhraseList {...bank} />}
      <Paging
        of="phrases"
        page={page}
        pageSize={pageSize}
        pageTo={(to) => commentBankUrl({ tab, page: to })}
        total={total}
      />
    </Panel>
  );
}

type PhraseListProps = Pick<CommentBankView, "phrases" | "canEdit" | "tab" | "page">;

function PhraseList({ phrases, canEdit, ...place }: PhraseListProps) {
  return (
    <ul className="divide-y divide-line">
      {phrases.map((phrase) => (
        <li
          className="flex min-h-11 items-center justify-between gap-4 py-1 pl-4 pr-1 md:pl-5"
          key={phrase.id}
        >
          <div className="min-w-0">
            <Phrase {...phrase} />
            {phrase.averages ? (
              <p className="pb-1 text-13 text-muted">For averages of {formatAverageRange(phrase.averages)}</p>
            ) : null}
          </div>
          {canEdit ? (
            <ButtonLink
              aria-label={`Change: ${phrase.phrase}`}
              className="shrink-0"
              kind="quiet"
              preventScrollReset
              to={phraseUrl(phrase.id, place)}
            >
              Change
            </ButtonLink>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Highlights each placeholder. */
function Phrase({ phrase }: Pick<PhraseView, "phrase">) {
  return (
    <p className="min-w-0 break-words py-1">
      {splitPhrase(phrase).map(({ text, placeholder }, index) => (
        <Fragment key={index}>
          {placeholder ? <span className="bg-cream-2 px-1 text-muted">{text}</span> : text}
        </Fragment>
      ))}
    </p>
  );
}

function NoPhrase({ tab }: Pick<CommentBankView, "tab">) {
  if (tab === "school") {
    const own = <ButtonLink to={commentBankUrl({ tab: "own", page: 1 })}>Your own phrases</ButtonLink>;
    return (
      <EmptyState action={own}>
        No phrases for the whole school yet. The principal and the administrators can add them.
      </EmptyState>
    );
  }
  const shared = (
    <ButtonLink to={commentBankUrl({ tab: "school", page: 1 })}>The school’s phrases</ButtonLink>
  );
  return (
    <EmptyState action={shared}>
      No phrases yet. Add a sentence that you write often, then insert it into reports with each student’s
      name.
    </EmptyState>
  );
}

const HINT =
  "{name} becomes the student’s first name. {he}, {him}, {his} and {himself} become the right pronoun.";

const PUPILS: readonly { who: string; pupil: PhraseStudent }[] = [
  { who: "For a girl", pupil: { firstName: "Keziah", gender: "F" } },
  { who: "For a boy", pupil: { firstName: "Joshua", gender: "M" } },
];

/** A field for the text of a phrase, with a preview. Without JavaScript, a button loads the preview. */
function PhraseFields({ field }: { field: ActionFormField }) {
  const hydrated = useHydrated();
  const { id, value } = field;
  const phrase = typeof value === "string" ? value : "";

  // The person may have typed before JavaScript loaded, so an input event informs the form of the value.
  useEffect(() => announceInput(boxWith(id)), [id]);

  function insert(text: string) {
    const box = boxWith(id);
    if (!box) return;
    box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
    box.focus();
    announceInput(box);
  }

  return (
    <>
      <TextArea
        aside={<Counter typed={phrase} />}
        autoComplete="off"
        className="min-h-24"
        field={field}
        hint={HINT}
        label="Phrase"
      />
      {hydrated ? <InsertButtons onInsert={insert} /> : null}
      <div>
        <div className="mb-1 flex items-center justify-between gap-3">
          <h3 className="font-sans text-15 font-semibold">Preview</h3>
          {hydrated ? null : (
            <Button name="intent" value="preview">
              Show preview
            </Button>
          )}
        </div>
        <Preview phrase={phrase} />
      </div>
    </>
  );
}

type AverageFieldsProps = { from: ActionFormField; to: ActionFormField };

/** The averages for which the phrase is proposed when a whole class gets its comments. */
function AverageFields({ from, to }: AverageFieldsProps) {
  return (
    <fieldset>
      <legend className="font-semibold">For averages (optional)</legend>
      <p className="mb-2 text-13 text-muted">
        Termbook suggests comments for a whole class from phrases with averages, such as 70 to 79.
      </p>
      <div className="grid grid-cols-2 gap-4">
        <TextField field={from} inputMode="numeric" label="From (%)" />
        <TextField field={to} inputMode="numeric" label="To (%)" />
      </div>
    </fieldset>
  );
}

function boxWith(id: string): HTMLTextAreaElement | null {
  const box = document.getElementById(id);
  return box instanceof HTMLTextAreaElement ? box : null;
}

/** Dispatches an input event, because the form notices a new value only through events. */
function announceInput(box: HTMLElement | null) {
  box?.dispatchEvent(new Event("input", { bubbles: true }));
}

function Counter({ typed }: { typed: string }) {
  const length = [...typed.trim()].length;
  return (
    <span className={joinClassNames(length > MAX_PHRASE_LENGTH && "font-semibold text-refused")}>
      {length} of {MAX_PHRASE_LENGTH}
    </span>
  );
}

function InsertButtons({ onInsert }: { onInsert: (text: string) => void }) {
  const labelId = useId();
  return (
    <div aria-labelledby={labelId} role="group">
      <p className="mb-1 text-13 text-muted" id={labelId}>
        Insert
      </p>
      <div className="flex flex-wrap gap-2">
        {PHRASE_PLACEHOLDERS.map(({ text, meaning }) => (
          <Button className="px-3 font-normal" key={text} onClick={() => onInsert(text)} type="button">
            {meaning}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Shows the phrase as it appears in a girl's report and in a boy's. */
function Preview({ phrase }: { phrase: string }) {
  const written = phrase.trim();
  return (
    <dl className="divide-y divide-line border-y">
      {PUPILS.map(({ who, pupil }) => (
        <div className="flex gap-4 py-2" key={who}>
          <dt className="w-16 shrink-0 text-13 leading-6 text-muted">{who}</dt>
          <dd className="min-w-0 break-words">
            {written ? fillPhrase(written, pupil) : <span className="text-muted">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
