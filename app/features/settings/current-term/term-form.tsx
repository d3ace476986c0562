import { Form, Link } from "@remix-run/react";

import { MESSAGES } from "#domain/messages.ts";
import { DATE_REQUIRED } from "#domain/turn/term-dates.ts";
import { classes } from "#ui/classes.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { Field } from "#ui/form/field.tsx";
import { MessagePlace } from "#ui/overlay/message-place.tsx";
import { Panel } from "#ui/page/panel.tsx";

import type { Sent } from "../refused-fields.tsx";
import { labelled, purposeUrl, TERM_FIELDS, type FormTerm, type TermField } from "./current-term.rules.ts";

type TermFormProps = { form: FormTerm; sent: Sent | null };

/** Dates and sessions of the current term, or of the one that the school goes on to. What was not taken stays typed. */
export function TermForm({ form, sent }: TermFormProps) {
  const { purpose, seenTermId, version } = form;
  const isAdvance = purpose === "advance";
  return (
    <Panel flush>
      <Form
        action={purposeUrl(purpose)}
        key={`${purpose} ${version}`}
        method="post"
        noValidate
        preventScrollReset
        replace
      >
        <AuthorField />
        <input name="term" type="hidden" value={sent?.typed.term ?? seenTermId} />
        <input name="version" type="hidden" value={sent?.typed.version ?? version ?? ""} />
        <div className="flex flex-col gap-4 p-4 md:p-5">
          <Faults sent={sent} />
          <PurposeChoice form={form} />
          <TermFields form={form} sent={sent} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t p-4 md:px-5">
          <div className="flex min-w-0 flex-col gap-2">
            <p className="text-13 text-muted">
              {isAdvance
                ? "A rehearsal comes first. Nothing is changed by this button."
                : "Its dates and sessions. Nobody moves."}
            </p>
            <MessagePlace className="min-w-0" />
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
      </Form>
    </Panel>
  );
}

/** First what the form is for: it fills the fields and names the one button. Links, so that they do so without script. */
function PurposeChoice({ form: { purpose, titles, turnsYear } }: Pick<TermFormProps, "form">) {
  const choices = [
    { of: "update", words: `Update ${titles.update}`, about: "Its dates and sessions. Nobody moves." },
    {
      of: "advance",
      words: `Advance to ${titles.advance}`,
      about: turnsYear
        ? "The school year turns: students are promoted, repeat or leave."
        : "Everybody stays in their class.",
    },
  ] as const;
  return (
    <ul className="grid divide-line rounded border border-field max-md:divide-y md:grid-cols-2 md:divide-x">
      {choices.map(({ of, words, about }) => (
        <li key={of}>
          <Link
            aria-current={of === purpose ? "true" : undefined}
            className="flex h-full gap-3 px-4 py-3 text-ink no-underline"
            preventScrollReset
            replace
            to={purposeUrl(of)}
          >
            <span
              aria-hidden="true"
              className={classes(
                "mt-0.5 size-5 shrink-0 rounded-full bg-paper",
                of === purpose ? "border-[6px] border-red" : "border border-field",
              )}
            />
            <span>
              <span className={classes("block", of === purpose ? "font-bold" : "font-semibold")}>
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

function Faults({ sent }: Pick<TermFormProps, "sent">) {
  const errors = sent?.errors ?? {};
  if (Object.keys(errors).length === 0) return null;
  const isMissing = Object.values(errors).includes(DATE_REQUIRED);
  return (
    <ErrorSummary
      errors={labelled(errors)}
      title={isMissing ? MESSAGES.informationMissing : MESSAGES.termNotUpdated}
    />
  );
}

function TermFields({ form: { title, typed, sessionsHint }, sent }: TermFormProps) {
  const field = (name: TermField) => ({
    name,
    label: TERM_FIELDS[name],
    defaultValue: sent?.typed[name] ?? typed[name],
    error: sent?.errors[name],
    autoComplete: "off",
    required: true,
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field {...field("term_start")} hint={`First day of ${title}`} type="date" />
      <Field {...field("term_end")} hint={`Last day of ${title}`} type="date" />
      <Field {...field("next_term_start")} hint="First day of the term after it" type="date" />
      <Field {...field("total_sessions")} hint={sessionsHint} inputMode="numeric" />
    </div>
  );
}
