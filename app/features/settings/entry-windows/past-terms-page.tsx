import { Form, Link, useSubmit } from "@remix-run/react";
import { MAX_CORRECTION_REASON_LENGTH } from "#domain/entry/corrections.ts";
import { PATHS } from "#domain/paths.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { AutoSubmitSelect } from "#ui/form/choice/chooser.tsx";
import { SEGMENTS_CLASS } from "#ui/form/choice/segment-classes.ts";
import { DateField } from "#ui/form/fields/date-field.tsx";
import { HiddenField, TextArea } from "#ui/form/fields/fields.tsx";
import { LabelledTextField } from "#ui/form/field.tsx";
import { ConsequenceList } from "#ui/list/fact-lines.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { joinClassNames } from "#ui/classes.ts";
import { CORRECTION_TARGET_LABELS, pastTermsUrl, type CorrectionTargetKind } from "./past-terms.rules.ts";
import type {
  CorrectionView,
  PastTermOpeningView,
  PastTermsInput,
  PastTermsView,
} from "./past-terms.server.ts";

/** Opens past terms for correction, and lists what is open now and what was open before. */
export function PastTermsPage(view: PastTermsView) {
  const { opening, open, closed, closedCount, canOpen, canSetDates } = view;
  return (
    <>
      <PageHead
        about="Corrections to past terms. The school’s current term does not change."
        title="Entry windows"
      />
      {canSetDates ? <EntryTabs current="past" openCount={open.length} /> : null}
      <div className="grid gap-4 lg:items-start xl:grid-cols-[1fr_480px]">
        {canOpen ? <OpenPastTerm opening={opening} /> : null}
        <div className="grid gap-4">
          <Panel aside={countWords(open.length)} flush title="Open now">
            <CorrectionList canOpen={canOpen} empty="No past term is open for correction." rows={open} />
          </Panel>
          <Panel aside={closedCount} flush title="Closed">
            <CorrectionList canOpen={false} empty="No correction period has ended yet." rows={closed} />
            {closed.length < closedCount ? (
              <p className="border-t px-4 py-3 md:px-5">
                <Link preventScrollReset to={pastTermsUrl({ closed: "all" })}>
                  Show all {closedCount}
                </Link>
              </p>
            ) : null}
          </Panel>
        </div>
      </div>
    </>
  );
}

function countWords(count: number): string {
  return count === 1 ? "1 correction" : `${count} corrections`;
}

type EntryTabsProps = { current: "term" | "past"; openCount: number };

/** The tabs of the entry windows: one for the dates of a term, one for corrections of past terms. */
export function EntryTabs({ current, openCount }: EntryTabsProps) {
  const past = (
    <>Past terms{openCount > 0 ? <span className="ml-1.5 font-normal text-muted">{openCount}</span> : null}</>
  );
  return (
    <Tabs
      label="Entry windows"
      tabs={[
        { to: PATHS.entryWindows, title: "Dates and more time", current: current === "term" },
        { to: PATHS.pastTerms, title: past, current: current === "past" },
      ]}
    />
  );
}

/** The form that opens a past term. It asks first what to open, so that it can then say who could do what. */
function OpenPastTerm({ opening }: { opening: PastTermOpeningView | null }) {
  return (
    <Panel flush title="Open a past term for correction">
      {opening ? (
        <>
          <ChooseTarget key={`${opening.term.id} ${opening.kind}`} {...opening} />
          {opening.chosen && opening.facts ? (
            <OpenForm
              key={`${opening.term.id} ${opening.kind} ${opening.chosen.id}`}
              chosen={opening.chosen}
              facts={opening.facts}
              kind={opening.kind}
              term={opening.term}
            />
          ) : (
            <p className="p-4 text-muted md:p-5">
              Choose a {opening.kind}. The form then shows who can correct what.
            </p>
          )}
        </>
      ) : (
        <p className="p-4 text-muted md:p-5">
          The school has no past term yet. You can open a term here once it has ended.
        </p>
      )}
    </Panel>
  );
}

function ChooseTarget({ term, terms, kind, search, choices, chosen }: PastTermOpeningView) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  const choose = ({ form }: HTMLSelectElement) => submit(form, { preventScrollReset: true, replace: true });
  return (
    <div className="grid gap-4 border-b p-4 md:grid-cols-2 md:p-5">
      <Form className="flex items-end gap-2" method="get">
        <input name="for" type="hidden" value={kind} />
        <ListField label="Term" name="term">
          <AutoSubmitSelect
            className="field-box"
            id="term"
            name="term"
            onChoose={choose}
            value={String(term.id)}
          >
            {terms.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </AutoSubmitSelect>
        </ListField>
        {hydrated ? null : <Button>Show</Button>}
      </Form>
      <div>
        <p className="mb-1 font-semibold" id="open-for">
          Open the term for
        </p>
        <nav aria-labelledby="open-for" className={joinClassNames(SEGMENTS_CLASS, "auto-cols-fr")}>
          {(Object.keys(CORRECTION_TARGET_LABELS) as CorrectionTargetKind[]).map((item) => (
            <Link
              aria-current={item === kind ? "true" : undefined}
              className={joinClassNames(
                "grid min-h-10 place-items-center px-3 font-semibold no-underline touch:min-h-11",
                item === kind ? "bg-red text-on-red hover:text-on-red" : "text-ink",
              )}
              key={item}
              preventScrollReset
              replace
              to={`${PATHS.pastTerms}?term=${term.id}&for=${item}`}
            >
              {CORRECTION_TARGET_LABELS[item]}
            </Link>
          ))}
        </nav>
      </div>
      {kind === "student" ? (
        <FindStudent choices={choices} chosen={chosen} search={search} termId={term.id} />
      ) : (
        <Form className="flex items-end gap-2 md:col-span-2" method="get">
          <input name="term" type="hidden" value={term.id} />
          <input name="for" type="hidden" value={kind} />
          <ListField label={CORRECTION_TARGET_LABELS[kind]} name="id">
            <AutoSubmitSelect
              className="field-box"
              id="id"
              name="id"
              onChoose={choose}
              value={String(chosen?.id ?? "")}
            >
              <option value="">Choose a {kind}</option>
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </AutoSubmitSelect>
          </ListField>
          {hydrated ? null : <Button>Show</Button>}
        </Form>
      )}
    </div>
  );
}

function ListField({ label, name, children }: { label: string; name: string; children: JSX.Element }) {
  return (
    <div className="min-w-0 grow">
      <label className="mb-1 block font-semibold" htmlFor={name}>
        {label}
      </label>
      {children}
    </div>
  );
}

type FindStudentProps = Pick<PastTermOpeningView, "choices" | "chosen" | "search"> & { termId: number };

/** The number of matching students above which the search asks for more of the name. */
const MOST_MATCHES = 20;

function FindStudent({ choices, chosen, search, termId }: FindStudentProps) {
  return (
    <div className="md:col-span-2">
      <Form className="flex items-end gap-2" method="get" role="search">
        <input name="term" type="hidden" value={termId} />
        <input name="for" type="hidden" value="student" />
        <div className="min-w-0 grow">
          <LabelledTextField
            autoComplete="off"
            defaultValue={search}
            label="Student’s name or ID"
            name="student"
            type="search"
          />
        </div>
        <Button icon="search">Find</Button>
      </Form>
      {chosen ? <p className="pt-3 font-semibold">{chosen.name}</p> : null}
      {!chosen && search !== "" && choices.length === 0 ? (
        <p className="pt-3 text-muted">
          No student from this term matches your search. Check the spelling, or search by ID.
        </p>
      ) : null}
      {!chosen && choices.length > 0 ? (
        <ul className="pt-2">
          {choices.slice(0, MOST_MATCHES).map(({ id, name }) => (
            <li key={id}>
              <Link
                className="inline-block py-1 touch:py-3"
                preventScrollReset
                to={pastTermsUrl({ term: termId, for: "student", id })}
              >
                {name}
              </Link>
            </li>
          ))}
          {choices.length > MOST_MATCHES ? (
            <li className="text-muted">More students match. Type more of the name.</li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}

type OpenFormProps = Pick<PastTermOpeningView, "kind" | "term"> & {
  chosen: NonNullable<PastTermOpeningView["chosen"]>;
  facts: NonNullable<PastTermOpeningView["facts"]>;
};

function OpenForm({ kind, term, chosen, facts }: OpenFormProps) {
  const defaults = { term: term.id, for: kind, id: chosen.id };
  const [form, fields] = useActionForm<PastTermsInput>("open-past-term", defaults);
  return (
    <ActionForm
      className="p-4 md:p-5"
      form={form}
      preventScrollReset
      rejectedTitle="The past term was not opened"
    >
      <HiddenField field={fields.term} />
      <HiddenField field={fields.for} />
      <HiddenField field={fields.id} />
      <div className="md:w-1/2 md:pr-2">
        <DateField field={fields.until} label="Until" required />
      </div>
      <TextArea
        field={fields.reason}
        hint="The reason appears in the history and on the printed card of each corrected report."
        label="Reason"
        maxLength={MAX_CORRECTION_REASON_LENGTH}
        required
        rows={2}
      />
      <ConsequenceList lines={facts} />
      <div className="grid md:justify-end">
        <BusyButton busy="Opening" intent="open" kind="primary">
          {`Open ${term.label} for ${shortTarget(chosen.name)}`}
        </BusyButton>
      </div>
    </ActionForm>
  );
}

/** Shortens the name of a class or student: leaves out the class's teachers, or the student's number and class. */
function shortTarget(name: string): string {
  return name.split(":")[0]?.split(", ").slice(0, 2).join(", ") ?? name;
}

type CorrectionListProps = { rows: readonly CorrectionView[]; canOpen: boolean; empty: string };

function CorrectionList({ rows, canOpen, empty }: CorrectionListProps) {
  if (rows.length === 0) return <p className="p-4 text-muted md:px-5">{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li className="px-4 py-3 md:px-5" key={row.id}>
          <p className="font-semibold">{row.title}</p>
          <p className="break-words text-13">“{row.reason}”</p>
          <p className="text-13 text-muted">{row.opened}</p>
          <p className="text-13 text-muted">{row.ended ?? `Open until ${row.until}`}</p>
          <p
            className={joinClassNames(
              "text-13",
              row.toSign.length > 0 ? "font-semibold text-waiting" : "text-muted",
            )}
          >
            {row.corrected}
          </p>
          {row.toSign.length > 0 ? <ReportsToSign reports={row.toSign} /> : null}
          {canOpen ? <OpenActions row={row} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** The corrected reports that the principal has to sign again. */
function ReportsToSign({ reports }: { reports: CorrectionView["toSign"] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 text-13">
      {reports.map(({ name, url }) => (
        <li key={url}>
          <Link className="inline-block py-0.5 touch:py-3" to={url}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The buttons of an open correction. Change opens its fields, even without JavaScript. */
function OpenActions({ row }: { row: CorrectionView }) {
  const [form] = useActionForm<PastTermsInput>(`close-${row.id}`, {});
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4">
      <details className="min-w-0 grow">
        <summary className="inline-flex min-h-9 cursor-pointer items-center font-semibold text-red touch:min-h-11">
          Change<span className="sr-only">: {row.title}</span>
        </summary>
        <ChangeForm row={row} />
      </details>
      <ActionForm form={form} preventScrollReset rejectedTitle="The past term was not closed">
        <input name="correction" type="hidden" value={row.id} />
        <Button
          aria-label={`Close: ${row.title}`}
          className="!min-h-9 !px-0 touch:!min-h-11"
          kind="quiet"
          name="intent"
          value="close"
        >
          Close
        </Button>
      </ActionForm>
    </div>
  );
}

function ChangeForm({ row }: { row: CorrectionView }) {
  const defaults = { correction: row.id, version: row.version, until: row.untilDay, reason: row.reason };
  const [form, fields] = useActionForm<PastTermsInput>(`change-${row.id}`, defaults);
  return (
    <ActionForm
      className="pb-2"
      form={form}
      preventScrollReset
      rejectedTitle="The correction was not changed"
    >
      <HiddenField field={fields.correction} />
      <DateField field={fields.until} label="Until" required />
      <TextArea
        field={fields.reason}
        hint="The new reason also replaces the old reason on corrections already made."
        label="Reason"
        maxLength={MAX_CORRECTION_REASON_LENGTH}
        required
        rows={2}
      />
      <BusyButton busy="Saving" intent="change" kind="secondary">
        Save changes
      </BusyButton>
    </ActionForm>
  );
}
