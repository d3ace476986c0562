import { Link, Form, useSubmit } from "@remix-run/react";
import type { ReactNode } from "react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink, Button } from "#ui/form/button.tsx";
import { AutoSubmitSelect } from "#ui/form/choice/chooser.tsx";
import { LabelledTextField } from "#ui/form/field.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { LevelField, LevelTabs } from "#ui/page/level-tabs.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { formatDate } from "#domain/dates.ts";
import { DateField } from "#ui/form/fields/date-field.tsx";
import { ChoiceField, HiddenField, TextField } from "#ui/form/fields/fields.tsx";
import { useRepliedForm } from "#ui/form/form-result.ts";
import { Icon } from "#ui/page/icon.tsx";
import {
  testsDialogUrl,
  type AssessmentsView,
  type ClassTests,
  NEW_CRITERION_FIELDS,
  storedCriterionField,
  wasCriterionSeen,
  assessmentsUrl,
  type ListedClass,
  MAX_TEST_TITLE_LENGTH,
  type ListedFortnightlyTest,
  CLASS_KIND_LABELS,
} from "./assessments.rules.ts";
import type { CriteriaView } from "./criteria.server.ts";
import { ScopeLinks } from "./several/scopes.tsx";
import { TestsForm, ReadOnlyTests } from "./tests-table.tsx";
import type { AssessmentsInput } from "./change-assessments.server.ts";
import { severalClassesUrl } from "./several/several.rules.ts";

type AssessmentsPageProps = {
  shown: AssessmentsView;
  /** Whether the page is the response to a form sent without JavaScript. */
  isPosted: boolean;
};

/** The tests of a term's classes, with their dates and maximum marks. */
export function AssessmentsPage({ shown, isPosted }: AssessmentsPageProps) {
  const { term, terms, shown: tests } = shown;
  return (
    <>
      <PageHead
        actions={
          <div className="flex flex-wrap gap-2">
            <ClassPicker shown={shown} />
            <TermPicker chosen={term.id} className="max-md:[&>label]:sr-only" terms={terms}>
              {tests ? <input name="class" type="hidden" value={tests.classId} /> : null}
              <LevelField of={shown.level} />
            </TermPicker>
          </div>
        }
        title="Term Assesments Configuration"
      />
      <LevelTabs
        levelTo={(level) => withQuery(PATHS.assessments, { term: term.id, level })}
        of={shown.level}
      />
      <ScopeLinks academicTermId={term.id} isOneClass scopes={shown.scopes} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[236px_minmax(0,1fr)]">
        <ClassList shown={shown} />
        <Panel flush>
          {tests ? <ClassHead isOver={shown.isOver} termId={term.id} tests={tests} /> : null}
          <TermTypeLine shown={shown} />
          {tests && !shown.isOver ? <ClassForms termId={term.id} tests={tests} /> : null}
          <Tests isOver={shown.isOver} isPosted={isPosted} tests={tests} />
        </Panel>
      </div>
    </>
  );
}

type OfClass = { tests: ClassTests; termId: number };

function ClassHead({ tests: { label, classId, kind }, termId, isOver }: OfClass & { isOver: boolean }) {
  const copyUrl = testsDialogUrl("copy", { academicTermId: termId, classId });
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b px-4 py-3 md:px-5">
      <h2>{label}</h2>
      {isOver || kind === "criteria" ? null : (
        <Link data-dialog="" preventScrollReset to={copyUrl}>
          Copy from another class or term
        </Link>
      )}
    </div>
  );
}

function ClassForms({ tests, termId }: OfClass) {
  return (
    <>
      <ClassKindForm key={`kind ${tests.classId} ${tests.kind}`} termId={termId} tests={tests} />
      {tests.hasFortnightly ? (
        <FortnightlyTests key={`tests ${tests.classId}`} termId={termId} tests={tests} />
      ) : null}
    </>
  );
}

type TestsProps = { tests: ClassTests | null; isOver: boolean; isPosted: boolean };

function Tests({ tests, isOver, isPosted }: TestsProps) {
  if (!tests) return <Nothing>No classes in this term yet.</Nothing>;
  if (tests.rows.length === 0)
    return (
      <Nothing>
        No subjects in this class yet. Add its lessons in a teacher’s timetable, under Employees.
      </Nothing>
    );
  if (tests.kind === "criteria") return <CriteriaList isOver={isOver} tests={tests} />;
  if (isOver) return <ReadOnlyTests tests={tests} />;
  // A key for each account, class and set of tests makes React replace the form, so that typed text never appears in
  // another form.
  const key = [tests.accountId, tests.saveUrl, ...tests.tests.map((test) => test.key + test.title)].join(" ");
  return <TestsForm isPosted={isPosted} key={key} tests={tests} />;
}

function Nothing({ children }: { children: ReactNode }) {
  return <EmptyState action={<ButtonLink to={PATHS.settings}>Settings</ButtonLink>}>{children}</EmptyState>;
}

type OfPage = { shown: AssessmentsView };

/** Lists the classes of the term in a column beside the tests of the selected class. */
function ClassList({ shown: { classes: listed, shown, term } }: OfPage) {
  return (
    <nav aria-label="Classes" className="max-xl:hidden">
      <Panel flush>
        <ul className="divide-y divide-line">
          {listed.map((item) => (
            <li key={item.classId}>
              <ClassLink isCurrent={item.classId === shown?.classId} listed={item} termId={term.id} />
            </li>
          ))}
        </ul>
      </Panel>
    </nav>
  );
}

type ClassLinkProps = { listed: ListedClass; termId: number; isCurrent: boolean };

function ClassLink({ listed: { classId, label, note, isMissing }, termId, isCurrent }: ClassLinkProps) {
  return (
    <Link
      aria-current={isCurrent ? "page" : undefined}
      className={joinClassNames(
        "flex min-h-9 items-center justify-between gap-3 px-5 py-1 text-ink no-underline hover:bg-cream hover:text-red",
        isCurrent && "border-l-4 border-l-red pl-4 font-bold text-red",
      )}
      preventScrollReset
      to={assessmentsUrl({ academicTermId: termId, classId })}
    >
      {label}
      <span
        className={joinClassNames(
          "text-13",
          isMissing ? "font-semibold text-refused" : "font-normal text-muted",
        )}
      >
        {note}
      </span>
    </Link>
  );
}

/** Chooses the class on screens without room for the column of classes. */
function ClassPicker({ shown: { classes: listed, shown, term } }: OfPage) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  if (listed.length < 2) return null;
  return (
    <Form action={PATHS.assessments} className="flex items-center gap-2 xl:hidden" method="get">
      <input name="term" type="hidden" value={term.id} />
      <AutoSubmitSelect
        aria-label="Class"
        className="field-box w-auto min-w-0 max-md:grow"
        name="class"
        onChoose={({ form }) => submit(form, { preventScrollReset: true })}
        value={String(shown?.classId)}
      >
        {listed.map(({ classId, label, note, isMissing }) => (
          <option key={classId} value={classId}>
            {isMissing ? `${label}, ${note}` : label}
          </option>
        ))}
      </AutoSubmitSelect>
      {hydrated ? null : <Button>Show</Button>}
    </Form>
  );
}

/** Lists the criteria of each subject. All classes of a level share them. */
function CriteriaList({ tests: { criteria }, isOver }: { tests: ClassTests; isOver: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {criteria.map(({ subjectId, name, details, to }) => (
        <li className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5 md:px-5" key={subjectId}>
          <span className="font-semibold max-md:grow md:w-52">{name}</span>
          <span className="min-w-0 grow text-muted max-md:order-last max-md:basis-full md:basis-0">
            {details.length > 0 ? details.join(" · ") : "no criteria: graded by marks"}
          </span>
          {isOver ? null : (
            <Link data-dialog="" preventScrollReset to={to}>
              Edit<span className="sr-only"> the criteria of {name}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The form for the criteria of a subject at a level. Clearing the text of a criterion removes it. */
export function CriteriaDialog({ subject, level, criteria, seen, closeTo }: CriteriaView) {
  const [form] = useActionForm("criteria");
  const rejected = form.reply?.initialValue;
  const field = (name: string, value = "") => ({
    name,
    id: `${form.id}-${name}`,
    defaultValue: value,
    error: form.conform.allErrors[name]?.[0],
    autoComplete: "off",
  });
  /**
   * After a rejection the fields show the typed text again. A criterion that somebody else added in the meantime has no
   * typed text, so its field shows the stored text.
   */
  const valueOf = (id: number, detail: string) =>
    rejected && wasCriterionSeen(id, String(rejected["seen"]))
      ? String(rejected[storedCriterionField(id)] ?? "")
      : detail;
  return (
    <Dialog closeTo={closeTo} title={`Criteria for ${subject}`}>
      <p className="text-muted">{`All ${level} classes that are graded by criteria share this list. Each criterion is graded from 1 to 5.`}</p>
      <ActionForm form={form} key={seen} preventScrollReset rejectedTitle="The criteria were not changed">
        <input name="seen" type="hidden" value={seen} />
        {criteria.map(({ id, detail, grades }, index) => (
          <LabelledTextField
            {...field(storedCriterionField(id), valueOf(id, detail))}
            aside={<span className="text-13 text-muted">{`${formatCountOf(grades, "grade")} given`}</span>}
            key={id}
            label={`Criterion ${index + 1}`}
          />
        ))}
        {NEW_CRITERION_FIELDS.map((name, index) => (
          <LabelledTextField
            {...field(name, String(rejected?.[name] ?? ""))}
            key={name}
            label={`New criterion${index === 0 ? "" : ` ${index + 1}`}`}
          />
        ))}
        <DialogButtons closeTo={closeTo}>
          <BusyButton busy="Saving">Save criteria</BusyButton>
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}

const ROW = "!flex-row flex-wrap items-end gap-y-3 border-b px-4 py-4 md:px-5 [&>[role=alert]]:basis-full";
const CHOICE = "max-md:w-full max-md:[&_label]:px-1.5";

/** Shows the type of the term. The type is changed on the page for the whole school. */
function TermTypeLine({ shown: { term, type, isOver } }: { shown: AssessmentsView }) {
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

const KIND_CHOICES = Object.entries(CLASS_KIND_LABELS).map(([value, label]) => ({ value, label }));

/** The form for how the class is assessed in all terms of its year. */
function ClassKindForm({ tests: { kind, classId, url }, termId }: OfClass) {
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
function FortnightlyTests({ tests, termId }: OfClass) {
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
}: OfClass & { test: ListedFortnightlyTest | null }) {
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
