import { Form } from "@remix-run/react";

import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { DATE_REQUIRED } from "#domain/turn/term-dates.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { Field } from "#ui/form/field.tsx";
import { Panel } from "#ui/page/panel.tsx";

import type { Sent } from "../refused-fields.tsx";
import { labelled, TERM_FIELDS, type FormTerm, type TermField } from "./current-term.rules.ts";

type TermFormProps = { form: FormTerm; sent: Sent | null };

/** Dates and sessions of the current term. What was not taken stays as it was typed. */
export function TermForm({ form, sent }: TermFormProps) {
  return (
    <Panel flush title={`Update ${form.title}`}>
      <Form action={PATHS.currentTerm} key={form.version} method="post" noValidate preventScrollReset replace>
        <AuthorField />
        <input name="term" type="hidden" value={sent?.typed.term ?? form.academicTermId} />
        <input name="version" type="hidden" value={sent?.typed.version ?? form.version ?? ""} />
        <div className="flex flex-col gap-4 p-4 md:p-5">
          <Faults sent={sent} />
          <TermFields form={form} sent={sent} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t p-4 md:px-5">
          <p className="text-13 text-muted">Its dates and sessions. Nobody moves.</p>
          <BusyButton busy="Saving" intent="update">
            Update Details
          </BusyButton>
        </div>
      </Form>
    </Panel>
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
      <Field {...field("total_sessions")} hint={sessionsHint} inputMode="numeric" maxLength={3} />
    </div>
  );
}
