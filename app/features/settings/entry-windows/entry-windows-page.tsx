import { formatDate } from "#domain/dates.ts";
import { ENTRY_KINDS } from "#domain/entry/windows.ts";
import { capitalise } from "#domain/text/capital.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { DateField } from "#ui/form/fields/date-field.tsx";
import { HiddenField, SelectField, TextField } from "#ui/form/fields/fields.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { EntryTabs } from "./past-terms-page.tsx";
import { entryWindowsUrl, MAX_EXTENSION_REASON_LENGTH, type EntryWindowBar } from "./entry-windows.rules.ts";
import type {
  EntryWindowsInput,
  EntryWindowsView,
  EntryExtensionView,
  EntryWindowView,
} from "./entry-windows.server.ts";

/** Sets the entry windows of a term: the dates between which teachers can enter marks and reports. */
export function EntryWindowsPage(view: EntryWindowsView) {
  const { term, terms, windows, openCorrections } = view;
  return (
    <>
      <PageHead
        actions={<TermPicker chosen={term.id} className="[&>select]:max-md:grow" terms={terms} />}
        title="Entry windows"
      />
      {openCorrections === null ? null : <EntryTabs current="term" openCount={openCorrections} />}
      <Panel flush>
        <TermStrip {...view} />
        {windows.map((window) => (
          <WindowForm key={`${term.id} ${window.kind}`} termId={term.id} window={window} />
        ))}
      </Panel>
      <MoreTimePanel key={term.id} {...view} />
    </>
  );
}

/** Draws the weeks of the term, with a bar for each entry window. The fields below give the same dates. */
function TermStrip({ weeks, bars, today }: Pick<EntryWindowsView, "weeks" | "bars" | "today">) {
  return (
    <div aria-hidden="true" className="border-b px-4 pb-7 pt-3 md:px-5">
      <div className="relative md:ml-[132px]">
        <div className="relative h-6 border-b text-13 text-muted">
          {weeks.map(({ day, at }, index) => (
            <span
              className={`absolute top-0 h-full border-l pl-1.5 ${index % 2 === 1 ? "max-lg:hidden" : ""}`}
              key={day}
              style={{ left: `${at}%` }}
            >
              {weekWords(day, weeks[index - 1]?.day)}
            </span>
          ))}
        </div>
        {bars.map(({ kind, bar }) => (
          <div className="relative h-10 border-b max-md:h-14" key={kind}>
            <span className="font-semibold max-md:text-13 md:absolute md:-left-[132px] md:top-2">
              {capitalise(kind)}
            </span>
            {bar ? <Drawn {...bar} /> : null}
          </div>
        ))}
        {today === null ? null : (
          <span className="absolute bottom-0 top-6 w-0.5 bg-red" style={{ left: `${today}%` }}>
            <span className="absolute left-1/2 top-full text-13 text-red [translate:-50%]">today</span>
          </span>
        )}
      </div>
    </div>
  );
}

function Drawn({ from, to }: EntryWindowBar) {
  return (
    <span
      className="absolute bottom-2 h-[22px] bg-sepia"
      style={{ left: `${from}%`, width: `${Math.max(0, to - from)}%` }}
    />
  );
}

/** Returns the label of a Monday. Only the first Monday of a month has the month: `13 Apr`, `20`, `27`, `4 May`. */
function weekWords(day: string, before: string | undefined): string {
  const [date = "", month = ""] = formatDate(day).split(" ");
  return before?.slice(0, 7) === day.slice(0, 7) ? date : `${date} ${month}`;
}

/** The form for one entry window. Without both dates, entry is possible at any time. */
function WindowForm({ window, termId }: { window: EntryWindowView; termId: number }) {
  const { kind, version, opens, closes, words, isUrgent } = window;
  const defaults = { term: termId, kind, version, opens: opens && formatDate(opens), closes };
  const [form, fields] = useActionForm<EntryWindowsInput>(`${kind}-dates`, defaults);
  return (
    <ActionForm
      action={entryWindowsUrl(termId)}
      aria-label={`Dates for ${kind}`}
      className="grid items-start gap-x-5 gap-y-3 border-b p-4 last:border-b-0 md:grid-cols-[112px_216px_216px_1fr] md:p-5 [&>[role=alert]]:col-span-full"
      form={form}
      preventScrollReset
      rejectedTitle={`The dates for ${kind} were not saved`}
    >
      <HiddenField field={fields.term} />
      <HiddenField field={fields.kind} />
      <h2 className="font-sans text-15 font-bold md:pt-9">{capitalise(kind)}</h2>
      <DateField field={fields.opens} label="From" />
      <DateField field={fields.closes} hasTime label="To" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 md:pt-7">
        <BusyButton busy="Saving" intent="window" kind="secondary">
          Save dates
        </BusyButton>
        <p className={isUrgent ? "flex items-center gap-2 font-semibold text-waiting" : "text-muted"}>
          {isUrgent ? <Icon name="clock" /> : null}
          {words}
        </p>
      </div>
    </ActionForm>
  );
}

/** The teachers who have been given more time, each with the reason and the person who gave it. */
function MoreTimePanel({ term, moreTime, teachers }: EntryWindowsView) {
  return (
    <Panel className="mt-4" flush title="More time for one teacher">
      {moreTime.length === 0 ? (
        <p className="border-b p-4 text-muted md:px-5">No teacher has been given more time.</p>
      ) : (
        <DataTable
          caption="Teachers with more time for marks or reports"
          className="people-table border-b"
          columns={columnsOf(term.id)}
          empty={null}
          rowKey={({ id }) => id}
          rows={moreTime}
        />
      )}
      <GiveMoreTime teachers={teachers} term={term} />
      <p className="border-t px-4 py-3 text-13 text-muted md:px-5">
        Outside these dates Termbook does not save marks or reports. It shows the reason and keeps what the
        teacher typed. The dates do not apply to administrators, to the marks archive or to restored marks.
      </p>
    </Panel>
  );
}

function columnsOf(termId: number): DataTableColumn<EntryExtensionView>[] {
  return [
    { key: "name", title: "Teacher", names: true, cell: (row) => <TeacherCell {...row} /> },
    { key: "kind", title: "For", cell: ({ kind }) => capitalise(kind) },
    {
      key: "until",
      title: "Until",
      cell: ({ until, isOver }) => (isOver ? <span className="text-muted">{until}, ended</span> : until),
    },
    { key: "why", title: "Reason and person who gave the time", wideOnly: true, cell: ({ why }) => why },
    { key: "act", title: "", numeric: true, cell: (row) => <EndMoreTime row={row} termId={termId} /> },
  ];
}

/** The teacher's name. On a phone, the reason is below the name. */
function TeacherCell({ name, why }: EntryExtensionView) {
  return (
    <span className="min-w-0">
      <strong className="block">{name}</strong>
      <span className="block break-words text-13 font-normal text-muted md:hidden">{why}</span>
    </span>
  );
}

function EndMoreTime({ row: { id, name, kind }, termId }: { row: EntryExtensionView; termId: number }) {
  const defaults = { term: termId, extension: id };
  const [form, fields] = useActionForm<EntryWindowsInput>(`end-more-time-${id}`, defaults);
  return (
    <ActionForm
      action={entryWindowsUrl(termId)}
      className="items-end"
      form={form}
      preventScrollReset
      rejectedTitle="The extra time was not ended"
    >
      <HiddenField field={fields.term} />
      <HiddenField field={fields.extension} />
      <Button
        aria-label={`End the extra time: ${name}, ${kind}`}
        className="!min-h-9"
        kind="quiet"
        name="intent"
        value="end"
      >
        End
      </Button>
    </ActionForm>
  );
}

const KINDS = ENTRY_KINDS.map((kind) => ({ value: kind, label: capitalise(kind) }));

function GiveMoreTime({ term, teachers }: Pick<EntryWindowsView, "term" | "teachers">) {
  const [form, fields] = useActionForm<EntryWindowsInput>("more-time", { term: term.id });
  return (
    <ActionForm
      action={entryWindowsUrl(term.id)}
      aria-label="Give more time"
      className="grid items-start p-4 md:grid-cols-[1fr_132px_216px_1fr_auto] md:p-5 [&>[role=alert]]:col-span-full"
      form={form}
      preventScrollReset
      rejectedTitle="The extra time was not given"
    >
      <HiddenField field={fields.term} />
      <SelectField
        choices={teachers.map(({ id, name }) => ({ value: String(id), label: name }))}
        field={fields.employee}
        label="Teacher"
        prompt="Choose a teacher"
      />
      <SelectField choices={KINDS} field={fields.kind} label="For" />
      <DateField field={fields.until} hasTime label="Until" />
      <TextField field={fields.reason} label="Reason" maxLength={MAX_EXTENSION_REASON_LENGTH} />
      <div className="md:pt-7">
        <BusyButton busy="Giving" intent="give" kind="secondary">
          Give more time
        </BusyButton>
      </div>
    </ActionForm>
  );
}
