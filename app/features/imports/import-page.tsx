import { Link } from "@remix-run/react";
import { IMPORT_OUTCOMES, type ImportOutcome } from "#domain/people/imports.ts";
import { withQuery } from "#domain/paths.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { FigureCellRow, FigureLink } from "#ui/list/figure-strip.tsx";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import { useRefreshed } from "#ui/loading/use-refreshed.ts";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { Icon } from "#ui/page/icon.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import {
  IMPORT_STATE_TEXT,
  countImportedRows,
  describeImportedRows,
  formatImportedRows,
  describeProgress,
} from "./import-words.rules.ts";
import { importColumnsUrl, IMPORT_KIND_TEXTS, IMPORT_ROWS_PER_PAGE, refusedRowsUrl } from "./imports.ts";
import type { ImportView } from "./imports.server.ts";
import type { ImportFormInput } from "./change-import.server.ts";
import { FileReadingSummary, ColumnMatchingStep } from "./matching/matching-page.tsx";
import { ImportRowsTable } from "./rows-table.tsx";
import { WorkbookSheetsTable } from "./sheets-table.tsx";

const UNSCRIPTED_SECONDS = 2;
const REFRESH_MS = 700;

/** The id of the form to which the buttons above the rows and the main button below them belong. */
const FORM = "change-import";

/** Shows what the import would do, or did, with each row. The page refreshes itself while a job works on it. */
export function ImportPage({ loaded }: { loaded: ImportView }) {
  const shown = useRefreshed(loaded, (each) => (describeProgress(each) === null ? null : REFRESH_MS));
  const { state, failure, file, counts, url, matching } = shown;
  return (
    <>
      {describeProgress(shown) === null ? null : <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={url} />}
      <PageHead
        about={
          <span className="break-words">{`${IMPORT_STATE_TEXT[state]} · ${file} · ${shown.about}`}</span>
        }
        actions={<Actions shown={shown} />}
        title={IMPORT_KIND_TEXTS[shown.kind].title}
      />
      {matching || shown.sheets ? <Steps shown={shown} /> : null}
      <div role="status">
        <Standing shown={shown} />
      </div>
      {failure === "" ? null : (
        <NoticeBox className="mb-4 break-words" icon="refused" tone="refused">
          {failure}
        </NoticeBox>
      )}
      {matching?.isOpen ? <ColumnMatchingStep matching={matching} shown={shown} /> : null}
      {matching && !matching.isOpen ? <FileReadingSummary matching={matching} shown={shown} /> : null}
      {counts.all === 0 || matching?.isOpen ? null : <Rows shown={shown} />}
    </>
  );
}

function Standing({ shown }: { shown: ImportView }) {
  const underWay = describeProgress(shown);
  if (underWay !== null) {
    return (
      <NoticeBox className="mb-4" icon="clock" tone="plain">
        {underWay}
      </NoticeBox>
    );
  }
  if (shown.state !== "imported") return null;
  return (
    <NoticeBox className="mb-4" icon="tick" tone="saved">
      {describeImportedRows(shown)}
    </NoticeBox>
  );
}

function Rows({ shown }: { shown: ImportView }) {
  const { base, outcome, sheet, page, total } = shown;
  return (
    <>
      <ImportCounts shown={shown} />
      {shown.sheets ? <WorkbookSheetsTable shown={shown} sheets={shown.sheets} /> : null}
      <Panel flush>
        <ImportRowsTable shown={shown} />
        <Paging
          of="rows"
          page={page}
          pageSize={IMPORT_ROWS_PER_PAGE}
          pageTo={(to) => withQuery(base, { show: outcome, sheet, page: to })}
          total={total}
        />
      </Panel>
      <Foot shown={shown} />
    </>
  );
}

function Actions({ shown }: { shown: ImportView }) {
  const { kind, state, undoUntil, matching, base } = shown;
  const [form] = useActionForm<ImportFormInput>(FORM, { version: countImportedRows(shown) });
  const { path, list, listed } = IMPORT_KIND_TEXTS[kind];
  const isRead = state === "matching" || state === "judged" || state === "refused";
  const isMatching = matching?.isOpen ?? false;
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle="Nothing was changed">
      {matching ? <input name="reading" type="hidden" value={matching.version} /> : null}
      <div className="flex flex-wrap gap-2 *:grow">
        {isRead || state === "reading" ? (
          <Button kind="quiet" name="intent" value="discard">
            Discard import
          </Button>
        ) : null}
        {state === "imported" && undoUntil !== null ? (
          <Button name="intent" value="undo">
            Undo import
          </Button>
        ) : null}
        {matching?.isJudged && isMatching ? <ButtonLink to={base}>Back to the preview</ButtonLink> : null}
        {!isMatching && (isRead || state === "imported") ? <RefusedRows shown={shown} /> : null}
        {isRead ? (
          <ButtonLink icon="upload" to={path}>
            Choose another file
          </ButtonLink>
        ) : null}
        {state === "imported" ? (
          <ButtonLink kind="primary" to={list}>
            {listed}
          </ButtonLink>
        ) : null}
      </div>
    </ActionForm>
  );
}

/** The main button, which states how many people it will import. */
function Primary({ shown }: { shown: ImportView }) {
  const count = countImportedRows(shown);
  if (shown.state !== "judged" || count === 0) return null;
  return (
    <div className="max-md:w-full max-md:*:w-full">
      <BusyButton busy="Importing" form={FORM} intent="import">
        {`Import ${formatImportedRows(shown.kind, count)}`}
      </BusyButton>
    </div>
  );
}

/** Offers the refused rows as a file. They are kept for as long as the import can be undone. */
function RefusedRows({ shown: { kind, id, counts, undoUntil } }: { shown: ImportView }) {
  if (counts.refused === 0 || undoUntil === null) return null;
  return (
    <ButtonLink {...DOWNLOAD_ATTRIBUTE} icon="download" reloadDocument to={refusedRowsUrl(kind, id)}>
      Download refused rows
    </ButtonLink>
  );
}

/** Shows, beside the main button, what is still to be decided and what the import guarantees. */
function Foot({ shown }: { shown: ImportView }) {
  const { state } = shown;
  if (state !== "judged" && state !== "imported") return null;
  return (
    <div
      className="sticky bottom-[var(--notice-height,0px)] z-10 -mx-4 mt-4 bg-paper pb-[env(safe-area-inset-bottom)] md:mx-0 print:hidden"
      data-bar=""
    >
      <div className="double-rule" />
      <div className="flex min-h-[52px] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2 md:px-5">
        <NeedsYou shown={shown} />
        {isNothing(shown) ? <NothingToImport /> : <Promises shown={shown} />}
        <Primary shown={shown} />
      </div>
    </div>
  );
}

function NeedsYou({ shown: { state, counts, base } }: { shown: ImportView }) {
  if (counts.choose === 0 || state !== "judged") return null;
  return (
    <p>
      <Link
        className="inline-flex min-h-9 items-center font-semibold touch:min-h-11"
        to={withQuery(base, { show: "choose" })}
      >
        {counts.choose === 1 ? "1 row to decide" : `${counts.choose.toLocaleString("en")} rows to decide`}
      </Link>{" "}
      <span className="text-muted">Rows without a decision are not imported.</span>
    </p>
  );
}

/** Tells whether no row can change anything, whatever the person decides about the undecided rows. */
function isNothing(shown: ImportView): boolean {
  return shown.state === "judged" && countImportedRows(shown) + shown.counts.choose === 0;
}

function NothingToImport() {
  return (
    <p className="text-muted md:ml-auto">
      Importing this file would change nothing. Correct the file, then upload it again.
    </p>
  );
}

/** Shows what the import guarantees. The text is shorter on a phone, where the button is below it. */
function Promises({ shown }: { shown: ImportView }) {
  const { state, undoUntil } = shown;
  const count = state === "judged" ? countImportedRows(shown).toLocaleString("en") : "0";
  return (
    <p className="md:ml-auto">
      {count === "0" ? null : (
        <>
          Either all {count} <span className="max-md:hidden">are imported </span>or none.{" "}
        </>
      )}
      <span className="text-muted">
        {undoUntil === null ? (
          "This import can no longer be undone."
        ) : (
          <>
            You can undo the import until {undoUntil}
            <span className="max-md:hidden">, unless the records change first</span>.
          </>
        )}
      </span>
    </p>
  );
}

type Step = { title: string; to: string | null; isDone: boolean; isHere: boolean };

/**
 * Lists the steps. The columns of a workbook are matched by their headings, so a workbook has no step for the
 * columns.
 */
function stepsOf({ kind, base, matching }: ImportView): Step[] {
  const first = { title: "Choose a file", to: IMPORT_KIND_TEXTS[kind].path, isDone: true, isHere: false };
  if (!matching) return [first, { title: "Check the preview", to: null, isDone: false, isHere: true }];
  const { isOpen, isJudged } = matching;
  return [
    first,
    { title: "Check how Termbook read the file", to: importColumnsUrl(base), isDone: true, isHere: false },
    { title: "Match the columns", to: importColumnsUrl(base), isDone: !isOpen, isHere: isOpen },
    { title: "Check the preview", to: isJudged ? base : null, isDone: false, isHere: !isOpen },
  ];
}

/** Shows the steps of an import. Finished steps are links. On a phone only the current step shows its name. */
function Steps({ shown }: { shown: ImportView }) {
  return (
    <ol
      aria-label="Import steps"
      className="-mx-4 mb-4 flex border-y bg-paper md:mx-0 md:grid md:auto-cols-fr md:grid-flow-col md:rounded md:border"
    >
      {stepsOf(shown).map((step, place) => (
        <li
          aria-current={step.isHere ? "step" : undefined}
          className={joinClassNames(
            "border-b-[3px] border-r border-r-line px-4 last:border-r-0",
            step.isHere ? "border-b-red max-md:grow" : "border-b-transparent",
          )}
          key={step.title}
        >
          <StepLabel number={place + 1} step={step} />
        </li>
      ))}
    </ol>
  );
}

function StepLabel({ step: { title, to, isDone, isHere }, number }: { step: Step; number: number }) {
  const label = (
    <>
      <span className="font-serif text-18 font-bold text-red">{number}</span>
      <span className={isHere ? "font-semibold text-red" : "max-md:sr-only"}>{title}</span>
      {isDone ? <Icon className="text-saved max-md:!hidden" name="tick" /> : null}
    </>
  );
  const look = "flex min-h-11 items-center gap-3";
  if (isHere || to === null) return <span className={joinClassNames(look, "text-muted")}>{label}</span>;
  return (
    <Link className={joinClassNames(look, "text-ink no-underline hover:underline")} to={to}>
      {label}
    </Link>
  );
}

const LABELS: Record<ImportOutcome, string> = {
  created: "Created",
  changed: "Changed",
  unchanged: "Unchanged",
  choose: "To decide",
  refused: "Refused",
};

function aboutOf(outcome: ImportOutcome, { kind, spread: { classes, values } }: ImportView): string {
  const abouts: Record<ImportOutcome, string> = {
    created: IMPORT_KIND_TEXTS[kind].created ?? inClasses(classes),
    changed: counted(values, "value", "values"),
    unchanged: "nothing to do",
    choose: "may already be in Termbook",
    refused: "not imported",
  };
  return abouts[outcome];
}

function inClasses(classes: number): string {
  return classes === 0 ? "without a class" : `in ${counted(classes, "class", "classes")}`;
}

function counted(count: number, one: string, several: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}

function ImportCounts({ shown }: { shown: ImportView }) {
  const { counts, base, outcome, file } = shown;
  return (
    <FigureCellRow columns={6}>
      <FigureLink about={`in ${file}`} isCurrent={outcome === null} isNarrow label="All rows" to={base}>
        {counts.all.toLocaleString("en")}
      </FigureLink>
      {IMPORT_OUTCOMES.map((item) => (
        <FigureLink
          about={aboutOf(item, shown)}
          isCurrent={outcome === item}
          isNarrow
          key={item}
          label={LABELS[item]}
          to={withQuery(base, { show: item })}
        >
          {counts[item].toLocaleString("en")}
        </FigureLink>
      ))}
    </FigureCellRow>
  );
}
