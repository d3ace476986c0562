import { Form } from "@remix-run/react";
import { Fragment } from "react";
import { phraseParts } from "#domain/phrases.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";

import { bankUrl, phraseUrl, type Bank, type BankPhrase, type PhraseSent } from "./bank.rules.ts";
import { PhraseFields } from "./phrase-fields.tsx";

type AddPhraseProps = { bank: Bank; sent: PhraseSent | null };
type CommentBankProps = AddPhraseProps & { failed: Failed | null };

const ABOUT = "Phrases to insert into the comments of term reports";

/** A teacher's own phrases and those that the whole school shares, each in a tab. */
export function CommentBankPage({ bank, sent, failed }: CommentBankProps) {
  return (
    <>
      <PageHead about={ABOUT} title="Comment Bank" />
      <NotAnswered className="mb-4" failed={failed} title="The phrase was not added" />
      <BankTabs bank={bank} />
      <div className="grid gap-4 lg:grid-cols-[400px_1fr] lg:items-start">
        {bank.canEdit ? <AddPhrase bank={bank} sent={sent} /> : <ReadOnly />}
        <Phrases bank={bank} />
      </div>
    </>
  );
}

function BankTabs({ bank: { tab, ownCount, schoolCount } }: { bank: Bank }) {
  const own = {
    to: bankUrl({ tab: "own", page: 1 }),
    title: `Your phrases (${ownCount})`,
    current: tab === "own",
  };
  const school = {
    to: bankUrl({ tab: "school", page: 1 }),
    title: `The school’s phrases (${schoolCount})`,
    current: tab === "school",
  };
  return <Tabs label="Whose phrases" tabs={ownCount === null ? [school] : [own, school]} />;
}

/** The form is made anew when a phrase was added, so that the field is empty for the next one. */
function AddPhrase({ bank, sent }: AddPhraseProps) {
  const { tab, ownCount, schoolCount } = bank;
  return (
    <Panel title={tab === "own" ? "Add a phrase of your own" : "Add a phrase for the whole school"}>
      <Form
        action={bankUrl(bank)}
        className="flex flex-col gap-4"
        key={`${tab} ${ownCount} ${schoolCount}`}
        method="post"
        noValidate
      >
        <AuthorField />
        <PhraseFields id="new-phrase" phrase="" refused="The phrase was not added" sent={sent} />
        <Button className="self-start" kind="primary" name="intent" value="add">
          Add phrase
        </Button>
      </Form>
    </Panel>
  );
}

function ReadOnly() {
  return (
    <Panel title="For the whole school">
      <p className="text-muted">
        The principal and the administrators keep these phrases. Everybody who writes reports can insert them.
      </p>
    </Panel>
  );
}

function Phrases({ bank }: { bank: Bank }) {
  const { tab, phrases, page, pageSize, ownCount, schoolCount } = bank;
  const total = tab === "own" ? (ownCount ?? 0) : schoolCount;
  return (
    <Panel flush title={tab === "own" ? "Your phrases" : "The school’s phrases"}>
      {phrases.length === 0 ? <NoPhrase tab={tab} /> : <PhraseList {...bank} />}
      <Paging
        of="phrases"
        page={page}
        pageSize={pageSize}
        pageTo={(to) => bankUrl({ tab, page: to })}
        total={total}
      />
    </Panel>
  );
}

type PhraseListProps = Pick<Bank, "phrases" | "canEdit" | "tab" | "page">;

function PhraseList({ phrases, canEdit, ...place }: PhraseListProps) {
  return (
    <ul className="divide-y divide-line">
      {phrases.map((phrase) => (
        <li
          className="flex min-h-11 items-center justify-between gap-4 py-1 pl-4 pr-1 md:pl-5"
          key={phrase.id}
        >
          <Phrase {...phrase} />
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

/** Shows each placeholder as what it stands for. */
function Phrase({ phrase }: BankPhrase) {
  return (
    <p className="min-w-0 break-words py-1">
      {phraseParts(phrase).map(({ text, placeholder }, place) => (
        <Fragment key={place}>
          {placeholder ? <span className="bg-cream-2 px-1 text-muted">{text}</span> : text}
        </Fragment>
      ))}
    </p>
  );
}

function NoPhrase({ tab }: Pick<Bank, "tab">) {
  if (tab === "school") {
    const own = <ButtonLink to={bankUrl({ tab: "own", page: 1 })}>Your own phrases</ButtonLink>;
    return <EmptyState action={own}>The school shares no phrases yet.</EmptyState>;
  }
  const shared = <ButtonLink to={bankUrl({ tab: "school", page: 1 })}>The school’s phrases</ButtonLink>;
  return (
    <EmptyState action={shared}>
      You keep no phrases yet. What you write again and again is written once here, and inserted with each
      student’s name.
    </EmptyState>
  );
}
