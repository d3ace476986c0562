import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { DATE_REQUIRED } from "#domain/rollover/term-dates.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { DateField } from "#ui/form/fields/date-field.tsx";
import { HiddenField, TextField } from "#ui/form/fields/fields.tsx";
import { MessageArea } from "#ui/overlay/message-area.tsx";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import { TermsOfYearRow } from "../year-strip.tsx";
import { termArchivesUrl, currentTermUrl } from "./current-term.rules.ts";
import type { CurrentTermInput, CurrentTermView } from "./current-term.server.ts";
import { TermArchives } from "./term-archives.tsx";

/** The current term with its dates, and the terms that can be made current. */
export function CurrentTermPage({ strip, archives, form, turn, stops }: CurrentTermView) {
  return (
    <>
      <PageHead title="Current Term" />
      <TermsOfYearRow cells={strip} />
      <Tabs
        label="Current Term"
        tabs={[
          { to: PATHS.currentTerm, title: "Advance Term", current: archives === null },
          { to: termArchivesUrl(), title: "Term Archives", current: archives !== null },
        ]}
      />
      {turn ? <RolloverNotice {...turn} /> : null}
      {archives === null ? (
        <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_400px] xl:items-start">
          <TermForm key={form.purpose} view={form} />
          <WhatAdvancingDoes form={form} stops={stops} />
        </div>
      ) : (
        <TermArchives archives={archives} />
      )}
    </>
  );
}

function RolloverNotice({ isRunning, words }: NonNullable<CurrentTermView["turn"]>) {
  return (
    <NoticeBox
      action={<Link to={PATHS.rollover}>{isRunning ? "Watch progress" : "See the rehearsal"}</Link>}
      className="mb-4"
      icon={isRunning ? "lock" : "search"}
      title={isRunning ? "The new term is being set up." : "A rehearsal of the new term is ready."}
      tone={isRunning ? "waiting" : "plain"}
    >
      {words}
    </NoticeBox>
  );
}

type TermFormProps = { view: CurrentTermView["form"] };

const LABELS = {
  term_start: "Current Term Start",
  term_end: "Current Term End",
  next_term_start: "New Term Start",
  total_sessions: "Total Sessions",
};

/** The form for the dates and sessions of the current term, or of the next term before the rollover. */
function TermForm({ view }: TermFormProps) {
  const { purpose, seenTermId, title, dates, version, sessionsHint } = view;
  const defaults = { term: seenTermId, version, ...dates };
  const [form, fields] = useActionForm<CurrentTermInput>(`${purpose}-term`, defaults);
  const isMissing = Object.values(form.conform.allErrors).flat().includes(DATE_REQUIRED);
  return (
    <Panel>
      <ActionForm
        action={currentTermUrl(purpose)}
        form={form}
        labels={LABELS}
        preventScrollReset
        rejectedTitle={isMissing ? MESSAGES.informationMissing : MESSAGES.termNotUpdated}
        replace
        unansweredTitle={MESSAGES.termNotUpdated}
      >
        <HiddenField field={fields.term} />
        {/* The warning about tests and registers outside the new dates. Sending it back confirms that the person has
            read it. */}
        <input name="outside" type="hidden" value={fields.term_end.errors?.[0] ?? ""} />
        <PurposeChoice view={view} />
        <div className="grid gap-4 md:grid-cols-2">
          <DateField
            field={fields.term_start}
            hint={`First day of ${title}`}
            label={LABELS.term_start}
            required
          />
          <DateField field={fields.term_end} hint={`Last day of ${title}`} label={LABELS.term_end} required />
          <DateField
            field={fields.next_term_start}
            hint="First day of the following term"
            label={LABELS.next_term_start}
            required
          />
          <TextField
            field={fields.total_sessions}
            hint={sessionsHint}
            inputMode="numeric"
            label={LABELS.total_sessions}
            required
          />
        </div>
        <FormFoot purpose={purpose} />
      </ActionForm>
    </Panel>
  );
}

function FormFoot({ purpose }: Pick<TermFormProps["view"], "purpose">) {
  const isAdvance = purpose === "advance";
  return (
    <div className="-mx-4 -mb-4 flex flex-wrap items-center justify-between gap-3 border-t p-4 md:-mx-5 md:-mb-5 md:px-5">
      <div className="flex min-w-0 flex-col gap-2">
        <p className="text-13 text-muted">
          {isAdvance
            ? "This button starts a rehearsal. Nothing changes yet."
            : "Changes the dates and sessions only. No student moves."}
        </p>
        <MessageArea className="min-w-0" />
      </div>
      {isAdvance ? (
        <BusyButton busy="Rehearsing" icon="arrow-right" intent="advance">
          Advance Term
        </BusyButton>
      ) : (
        <BusyButton busy="Saving" intent="update">
          Update Details
        </BusyButton>
      )}
    </div>
  );
}

/**
 * Chooses between updating the current term and advancing to the next. The choice fills the fields and names the
 * button. The choices are links, so that they work without JavaScript.
 */
function PurposeChoice({ view: { purpose: current, titles, turnsYear } }: TermFormProps) {
  const choices = [
    {
      purpose: "update",
      words: `Update ${titles.update}`,
      about: "Changes the dates and sessions only. No student moves.",
    },
    {
      purpose: "advance",
      words: `Advance to ${titles.advance}`,
      about: turnsYear
        ? "A new school year starts: students are promoted, repeat or leave."
        : "Every student stays in their class.",
    },
  ] as const;
  return (
    <ul className="grid divide-line rounded border border-field max-md:divide-y md:grid-cols-2 md:divide-x">
      {choices.map(({ purpose, words, about }) => (
        <li key={purpose}>
          <Link
            aria-current={purpose === current ? "true" : undefined}
            className="flex h-full gap-3 px-4 py-3 text-ink no-underline"
            preventScrollReset
            replace
            to={currentTermUrl(purpose)}
          >
            <span
              aria-hidden="true"
              className={joinClassNames(
                "mt-0.5 size-5 shrink-0 rounded-full bg-paper",
                purpose === current ? "border-[6px] border-red" : "border border-field",
              )}
            />
            <span>
              <span className={joinClassNames("block", purpose === current ? "font-bold" : "font-semibold")}>
                {words}
              </span>
              <span className="block text-13 text-muted">{about}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Explains the three steps of a rollover and why it is safe. */
function WhatAdvancingDoes({ form: { titles, turnsYear }, stops }: Pick<CurrentTermView, "form" | "stops">) {
  return (
    <Panel flush title="What happens when you advance">
      <ol className="divide-y divide-line">
        <Step number={1}>
          <strong>Advance.</strong> {titles.advance} becomes the current term.
        </Step>
        <Step number={2}>
          <strong>Register.</strong> Every student gets a place and a record in the new term.
        </Step>
        <Step number={3}>
          <strong>Promote.</strong> Only at the end of the year{turnsYear ? "" : ", so not now"}: each student
          goes up, repeats or leaves, as their report says.
        </Step>
      </ol>
      <ul className="divide-y divide-line border-t">
        <Fact icon="search">
          <strong>A rehearsal comes first.</strong> The rehearsal shows where each student goes.
        </Fact>
        <Fact icon="undo">
          <strong>You can undo the new term</strong> until somebody changes a mark or record in it.
        </Fact>
        <Stops count={stops ?? 0} />
      </ul>
    </Panel>
  );
}

/** A notice with the number of unfinished things that prevent the rollover. */
function Stops({ count }: { count: number }) {
  const board = <Link to={PATHS.readinessBoard}>Readiness Board</Link>;
  if (count === 0) return <Fact icon="info">See the {board} for what to finish first.</Fact>;
  return (
    <Fact icon="refused">
      <strong className="text-refused">
        {formatCountOf(count, "thing")} must be done before the new term.
      </strong>{" "}
      {board}
    </Fact>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex">
      <span
        aria-hidden="true"
        className="flex w-14 shrink-0 items-center justify-center border-r border-rule font-serif text-24 font-bold text-red"
      >
        {number}
      </span>
      <p className="px-4 py-3">{children}</p>
    </li>
  );
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-3 px-4 py-3 md:px-5">
      <Icon className="mt-[3px] text-red" name={icon} />
      <p>{children}</p>
    </li>
  );
}
