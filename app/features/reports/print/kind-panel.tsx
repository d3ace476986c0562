import { Form, Link, useSubmit } from "@remix-run/react";
import { useState, type ReactNode, useEffect, useRef, type ChangeEventHandler } from "react";
import { PATHS } from "#domain/paths.ts";
import { joinClassNames } from "#ui/classes.ts";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { AutoSubmitSelect } from "#ui/form/choice/chooser.tsx";
import { SegmentedControl } from "#ui/form/choice/segments.tsx";
import { FieldFrame } from "#ui/form/field.tsx";
import { DateBox } from "#ui/form/fields/date-box.tsx";
import { describeNonexistentDay } from "#domain/text/read-day.ts";
import { LabelledSelectField } from "#ui/form/select-field.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { Icon } from "#ui/page/icon.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { ClassGrid, UnprintableTexts } from "./class-grid.tsx";
import {
  reportKindUrl,
  parsePrintParams,
  type PrintParams,
  printUrl,
  STUDENTS_PER_PAGE,
  formatPrintScope,
  DOWNLOAD_VALUE,
  type PrintScreen,
  type StudentOption,
} from "./params.rules.ts";
import { FORMAT_TITLES, findDocumentToPrint, type PrintDescription } from "./words.rules.ts";

type KindPanelProps = { screen: PrintScreen; choice: PrintChoice; isMissing: boolean };

const NOT_OFFERED = "Your choice is not available in this period. Choose again.";

/** Shows the options of one kind of report. With JavaScript, an option applies at once. */
export function ReportOptionsPanel({ screen, choice, isMissing }: KindPanelProps) {
  const { kind, params, classes } = screen;
  const { form, chosen, choose, onPeriod, onSearch } = choice;
  const hasStudents = kind.whose.endsWith("student") && classes.length > 0;
  // A person without a class gets a message in place of the classes, even for a report on one student.
  const hasGrid = kind.whose !== "school" && (kind.whose !== "student" || classes.length === 0);
  return (
    <Panel flush>
      <div className="flex items-baseline justify-between gap-4 border-b px-4 py-3 md:px-5">
        <h2>{kind.title}</h2>
        <p className="text-right text-13 text-muted max-xl:hidden">{kind.about}</p>
        <Link className="inline-flex min-h-6 items-center xl:hidden" to={reportKindUrl(chosen, null)}>
          Change
          <span className="sr-only"> the report</span>
        </Link>
      </div>
      <Form
        action={`${PATHS.reports}/${kind.kind}`}
        autoComplete="off"
        method="get"
        onChange={choose}
        preventScrollReset
        ref={form}
        replace
      >
        <KindFields onPeriod={onPeriod} screen={screen} />
        {isMissing && params.noDay === null ? (
          <p
            className="flex gap-1.5 border-b px-4 py-3 text-13 font-semibold text-refused md:px-5"
            role="alert"
          >
            <Icon className="mt-px" name="refused" />
            {kind.whose === "student" ? "Choose a student first." : NOT_OFFERED}
          </p>
        ) : null}
        {hasGrid ? (
          <ClassGrid chosen={chosen} key={`${params.period} ${params.whose}`} screen={screen} />
        ) : null}
        {hasStudents ? <StudentChoice chosen={chosen} onSearch={onSearch} screen={screen} /> : null}
        <UnprintableTexts screen={screen} whose={chosen.whose} />
        <PrintFoot params={chosen} screen={screen} />
      </Form>
    </Panel>
  );
}

type KindFieldsProps = { screen: PrintScreen; onPeriod: () => void };

function KindFields({ screen, onPeriod }: KindFieldsProps) {
  const { kind, params, terms, sheets, months } = screen;
  const isHydrated = useHydrated();
  const asksDay = kind.asks.includes("day");
  if (terms.length === 0 && !asksDay && kind.formats.length === 1) return null;
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-4 border-b p-4 max-md:flex-col max-md:items-stretch md:px-5">
      {terms.length > 0 ? (
        <div className="flex items-end gap-2">
          <div className="grow md:w-[244px]">
            <FieldFrame id="period" label="Academic period">
              <AutoSubmitSelect
                className="field-box"
                id="period"
                name="period"
                onChoose={onPeriod}
                value={String(params.period)}
              >
                {terms.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </AutoSubmitSelect>
            </FieldFrame>
          </div>
          {isHydrated ? null : <Button>Show</Button>}
        </div>
      ) : null}
      {sheets.length > 0 ? (
        <Expanding>
          <SegmentedControl
            chosen={String(params.sheet)}
            choices={sheets.map(({ id, title }) => ({ value: String(id), label: title }))}
            label="Mark sheet"
            name="sheet"
          />
        </Expanding>
      ) : null}
      {months.length > 0 ? (
        <LabelledSelectField
          choices={months}
          defaultValue={params.month ?? ""}
          key={`months of ${params.period}`}
          label="Month"
          name="month"
        />
      ) : null}
      {asksDay ? (
        <FieldFrame
          hint={kind.kind === "age-statistics" ? "Leave empty for 1 September" : "Leave empty for today"}
          id="day"
          label="Reference date"
        >
          <DateBox
            describedBy="day-hint"
            error={
              params.noDay
                ? `${describeNonexistentDay(params.noDay)}Enter a date, like 7 September 2026.`
                : undefined
            }
            id="day"
            name="day"
            value={params.noDay ?? params.day ?? ""}
          />
        </FieldFrame>
      ) : null}
      {kind.formats.length > 1 ? (
        <SegmentedControl
          chosen={params.format ?? kind.formats[0]}
          choices={kind.formats.map((format) => ({ value: format, label: FORMAT_TITLES[format].title }))}
          label="Format"
          name="format"
        />
      ) : null}
    </div>
  );
}

/** Animates the choice of mark sheet, except on a freshly loaded page. */
function Expanding({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated();
  const [opens] = useState(isHydrated);
  return <div className={opens ? "animate-expand whitespace-nowrap" : undefined}>{children}</div>;
}

type PrintFootProps = {
  screen: PrintScreen;
  /** The current options in the form. They may be newer than those in the URL. */
  params: PrintParams;
};

/** The footer, with a summary of what will be printed. On a phone it stays within reach of the thumb. */
function PrintFoot({ screen, params }: PrintFootProps) {
  const isHydrated = useHydrated();
  const made = findDocumentToPrint(screen, params);
  if (screen.kind.whose !== "school" && screen.classes.length === 0) return null;
  return (
    <div
      className="sticky bottom-[var(--notice-height,0px)] z-10 bg-paper pb-[env(safe-area-inset-bottom)] print:hidden"
      data-bar=""
    >
      <div className="double-rule md:hidden" />
      <div className="flex min-h-[72px] flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 md:border-t md:border-t-line-2 md:px-5">
        {/* The summary is hidden without JavaScript, because the choice is unknown until the form is submitted. */}
        <p aria-live="polite" className="min-w-0 unscripted:hidden">
          {made ? <OutcomeWords outcome={made.outcome} /> : "Choose a student."}
        </p>
        <div className="ml-auto grid auto-cols-fr grid-flow-col gap-2 max-md:w-full">
          {isHydrated ? <Ways made={made} params={params} screen={screen} /> : <ServedWays screen={screen} />}
        </div>
      </div>
    </div>
  );
}

function OutcomeWords({ outcome: { strong, words, aside, unsigned } }: { outcome: PrintDescription }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-4">
      <span>
        <strong>{strong}</strong>
        {words}
      </span>
      {aside ? <span className="text-muted">{aside}</span> : null}
      {unsigned ? (
        <span className="flex items-center gap-2 self-center text-13 font-semibold text-waiting">
          <Icon name="pencil" />
          {unsigned}
        </span>
      ) : null}
    </span>
  );
}

type WaysProps = PrintFootProps & { made: ReturnType<typeof findDocumentToPrint> };

function Ways({ made, params, screen: { kind } }: WaysProps) {
  if (!made) return null;
  if (made.batch)
    return (
      <ButtonLink icon="print" kind="primary" to={made.batch.to}>
        {made.batch.begins}
      </ButtonLink>
    );
  const isShown = kind.formats.includes("pdf");
  return (
    <>
      <ButtonLink
        {...DOWNLOAD_ATTRIBUTE}
        icon="download"
        kind={isShown ? "secondary" : "primary"}
        reloadDocument
        to={printUrl(params, { on: "document", isSaved: true })}
      >
        Download
      </ButtonLink>
      {isShown ? (
        <ButtonLink icon="document" kind="primary" preventScrollReset to={printUrl(params, { on: "view" })}>
          Open
        </ButtonLink>
      ) : null}
    </>
  );
}

/** The buttons for use without JavaScript. They submit the form to the URL of the document. */
function ServedWays({ screen: { kind } }: Pick<PrintFootProps, "screen">) {
  const document = `${PATHS.reports}/${kind.kind}/document`;
  const isShown = kind.formats.includes("pdf");
  return (
    <>
      <Button
        formAction={document}
        icon="download"
        kind={isShown ? "secondary" : "primary"}
        name="as"
        value={DOWNLOAD_VALUE}
      >
        Download
      </Button>
      {isShown ? (
        <Button formAction={document} icon="document" kind="primary">
          Open
        </Button>
      ) : null}
    </>
  );
}

type StudentChoiceProps = {
  screen: PrintScreen;
  chosen: PrintParams;
  onSearch: ChangeEventHandler;
};

/** Lets the person choose one student. The server searches, and the list shows twenty results at a time. */
function StudentChoice({ screen, chosen, onSearch }: StudentChoiceProps) {
  const { kind, params, students, found } = screen;
  const words = kind.whose === "student" ? "Student" : "Or one student";
  return (
    <div className="border-t border-t-line-2 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 md:px-5">
        <label className="font-semibold" htmlFor="search">
          {words}
        </label>
        <div className="flex min-w-0 grow gap-2">
          <div className="relative min-w-0 grow">
            <Icon className="absolute left-3 top-1/2 text-muted [translate:0_-50%]" name="search" />
            <input
              autoComplete="off"
              className="field-box pl-10"
              defaultValue={params.search}
              id="search"
              name="search"
              onChange={onSearch}
              placeholder="Name or student ID"
              type="search"
            />
          </div>
          <Button className="hidden unscripted:inline-flex">Search</Button>
        </div>
      </div>
      <p className="px-4 pb-2 text-13 text-muted empty:hidden md:px-5" role="status">
        {params.search && found === 0
          ? `No students match “${params.search}”. Check the spelling, or type less of the name.`
          : null}
      </p>
      {students.length > 0 ? <Students chosen={params.whose} students={students} /> : null}
      <Paging
        of="students"
        page={params.page}
        pageSize={STUDENTS_PER_PAGE}
        pageTo={(page) => printUrl({ ...chosen, page })}
        total={found}
      />
    </div>
  );
}

type StudentsProps = { students: readonly StudentOption[]; chosen: string | null };

function Students({ students, chosen }: StudentsProps) {
  return (
    <fieldset className="border-t md:columns-2 md:gap-0" key={chosen}>
      <legend className="sr-only">Students</legend>
      {students.map(({ studentId, name, label }) => (
        <label
          className={joinClassNames(
            "flex min-h-10 cursor-pointer break-inside-avoid items-center gap-2.5 border-b px-4 hover:bg-cream md:px-5 touch:min-h-11",
            "has-[:checked]:font-bold has-[:checked]:text-red",
          )}
          key={studentId}
        >
          <input
            autoComplete="off"
            className="size-4 shrink-0 accent-red"
            defaultChecked={chosen === formatPrintScope({ of: "student", studentId })}
            name="for"
            type="radio"
            value={formatPrintScope({ of: "student", studentId })}
          />
          <span className="min-w-0 grow break-words">{name}</span>
          <span className="text-13 font-normal text-muted">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

const PAUSE_MS = 250;

type PrintChoice = ReturnType<typeof usePrintChoice>;

/**
 * Keeps track of the options in the form. A new term or search reloads the page; other options only update the buttons.
 */
export function usePrintChoice({ params }: PrintScreen) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const submit = useSubmit();
  const [served, setServed] = useState(params);
  const [chosen, setChosen] = useState(params);
  if (served !== params) {
    setServed(params);
    setChosen(params);
  }

  // Options may have been chosen before JavaScript loaded, or restored by the browser.
  useEffect(() => choose(), [served]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function choose() {
    if (form.current) setChosen((before) => placeIn(form.current, before));
  }

  function ask(pause = 0) {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => submit(form.current, { preventScrollReset: true, replace: true }),
      pause,
    );
  }

  return { form, chosen, choose, onPeriod: () => ask(), onSearch: () => ask(PAUSE_MS) };
}

function placeIn(form: HTMLFormElement | null, { kind, page }: PrintParams): PrintParams {
  const said = form ? [...new FormData(form)].map(([name, value]) => [name, String(value)]) : [];
  return { ...parsePrintParams(kind ?? undefined, new URLSearchParams(said)), page };
}
