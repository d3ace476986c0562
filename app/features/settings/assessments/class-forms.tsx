import { formatDate } from "#domain/dates.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { DateField } from "#ui/form/fields/date-field.tsx";
import { ChoiceField, HiddenField, TextField } from "#ui/form/fields/fields.tsx";
import { useRepliedForm } from "#ui/form/form-result.ts";
import { Link } from "@remix-run/react";
import { Icon } from "#ui/page/icon.tsx";
import {
  MAX_TEST_TITLE_LENGTH,
  type AssessmentsView,
  type ClassTests,
  type FortnightlyTest,
  CLASS_KIND_LABELS,
} from "./assessments.rules.ts";
import type { AssessmentsInput } from "./change-assessments.server.ts";
import { severalClassesUrl } from "./several/several.rules.ts";

const ROW = "!flex-row flex-wrap items-end gap-y-3 border-b px-4 py-4 md:px-5 [&>[role=alert]]:basis-full";
const CHOICE = "max-md:w-full max-md:[&_label]:px-1.5";

/** Shows the type of the term. It is changed on the page for the whole school. */
export function TermTypeLine({ shown: { term, type, isOver } }: { shown: AssessmentsView }) {
  return (
    <p className="border-b px-4 py-3 md:px-5">
      <span className="mr-3 font-semibold">Type</span>
      {type.chosen}{" "}
      <span className="ml-3 text-13 text-muted">
        for every class this term{isOver ? "" : ", changed under "}
        {isOver ? null : (
          <Link to={severalClassesUrl({ academicTermId: term.id, scope: null })}>Whole school</Link>
        )}
      </span>
    </p>
  );
}

type OfClass = { tests: ClassTests; termId: number };

const KIND_CHOICES = Object.entries(CLASS_KIND_LABELS).map(([value, label]) => ({ value, label }));

/** The form for how the class is assessed in all terms of its year. */
export function ClassKindForm({ tests: { kind, classId, url }, termId }: OfClass) {
  const defaults = { what: "class", term: termId, class: classId, kind } as const;
  const [form, fields] = useActionForm<AssessmentsInput>("class-kind", defaults);
  return (
    <ActionForm
      action={url}
      aria-label="How the class is assessed"
      className={ROW}
      form={form}
      preventScrollReset
      rejectedTitle="The class was not changed"
    >
      <HiddenField field={fields.what} />
      <HiddenField field={fields.term} />
      <HiddenField field={fields.class} />
      {/* This hidden field is not bound to the form's state, so that after a conflict it has the current kind. */}
      <input name="seen" type="hidden" value={kind} />
      <ChoiceField choices={KIND_CHOICES} className={CHOICE} field={fields.kind} label="Assessed by" />
      <BusyButton busy="Setting" intent="kind" kind="secondary">
        Set for this class
      </BusyButton>
      <p className="self-center text-13 text-muted md:pt-7">for the whole year</p>
    </ActionForm>
  );
}

/** The fortnightly tests of the class. The day applies to all subjects without a day of their own. */
export function FortnightlyTests({ tests, termId }: OfClass) {
  const { fortnightly } = tests;
  const isReplied = useRepliedForm()?.startsWith(TEST_FORM) ?? false;
  return (
    <details className="group border-b" open={isReplied || fortnightly.length === 0}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 font-semibold md:px-5">
        <Icon className="text-field group-open:[rotate:180deg]" name="chevron-down" />
        Fortnightly tests{" "}
        <span className="text-13 font-normal text-muted">{fortnightly.length} in this class</span>
      </summary>
      <ul className="divide-y divide-line border-t">
        {fortnightly.map((test) => (
          <li key={test.id}>
            <TestForm termId={termId} test={test} tests={tests} />
          </li>
        ))}
        <li key="new">
          <TestForm termId={termId} test={null} tests={tests} />
        </li>
      </ul>
    </details>
  );
}

const TEST_FORM = "fortnightly-test-";

function TestForm({
  test,
  tests: { classId, url, days },
  termId,
}: OfClass & { test: FortnightlyTest | null }) {
  const id = String(test?.id ?? "new");
  const stored = test && { version: test.version, title: test.title, day: test.day && formatDate(test.day) };
  const place = { what: "test", term: termId, class: classId, test: id } as const;
  const [form, fields] = useActionForm<AssessmentsInput>(`${TEST_FORM}${id}`, { ...place, ...stored });
  return (
    <ActionForm
      action={url}
      aria-label={test ? test.title : "New fortnightly test"}
      className="grid items-start gap-y-3 px-4 py-3 md:grid-cols-[minmax(0,1fr)_176px_112px_auto] md:px-5 [&>[role=alert]]:col-span-full"
      form={form}
      preventScrollReset
      rejectedTitle={test ? `${test.title} was not changed` : "The test was not added"}
    >
      <HiddenField field={fields.what} />
      <HiddenField field={fields.term} />
      <HiddenField field={fields.class} />
      <HiddenField field={fields.test} />
      <TextField field={fields.title} label={test ? "Title" : "New test"} maxLength={MAX_TEST_TITLE_LENGTH} />
      <DateField field={fields.day} first={days.from} holidays={days.holidays} label="Date" last={days.to} />
      {test ? (
        <p className="text-13 text-muted md:pt-9">
          {test.entered === 1 ? "1 mark" : `${test.entered} marks`}
        </p>
      ) : (
        <TextField className="text-right" field={fields.max} inputMode="decimal" label="Max mark" />
      )}
      <div className="flex gap-2 md:pt-7">
        <BusyButton busy={test ? "Saving" : "Adding"} intent={test ? "save" : "add"} kind="secondary">
          {test ? "Save" : "Add test"}
        </BusyButton>
        {test ? (
          <Button aria-label={`Remove ${test.title}`} kind="quiet" name="intent" value="remove">
            Remove
          </Button>
        ) : null}
      </div>
    </ActionForm>
  );
}
