import { Link } from "@remix-run/react";
import { BATCH_REPORT_CARD_CHOICES, BATCH_RETENTION_DAYS } from "#domain/documents/batches.ts";
import { PATHS } from "#domain/paths.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton, type BusyButtonProps } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { Checkbox, HiddenField, SelectField, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { ProgressBar } from "#ui/loading/progress-bar.tsx";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type {
  BatchesView,
  RunningBatch,
  ClassBatchItem,
  BatchLevel,
  BatchChanges,
  EndedBatch,
  BatchActionInput,
} from "./batches.server.ts";
import type { NewBatchFields, NewBatchView } from "./new-batch.server.ts";

export const BATCHES_REFRESH_MS = 1_000;
const UNSCRIPTED_SECONDS = 3;

type BatchesPageProps = { batches: BatchesView; hasDialog: boolean };

export function BatchesPage({ batches: { running, ended, url }, hasDialog }: BatchesPageProps) {
  return (
    <>
      {running.length > 0 && !hasDialog ? <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={url} /> : null}
      <PageHead
        about={`Report cards, lists and forms for many classes at once. Each print run is kept for ${BATCH_RETENTION_DAYS} days.`}
        actions={
          <ButtonLink icon="plus" to={PATHS.reports}>
            New print run
          </ButtonLink>
        }
        title="Print runs"
      />
      <div className="flex flex-col gap-4">
        {running.map((batch) => (
          <RunningPanel batch={batch} key={batch.id} />
        ))}
        {ended.map((batch) => (
          <EndedPanel batch={batch} key={batch.id} />
        ))}
        {running.length + ended.length === 0 ? <Nothing /> : null}
      </div>
    </>
  );
}

function Nothing() {
  return (
    <Panel>
      <EmptyState action={<ButtonLink to={PATHS.reports}>Choose a report</ButtonLink>}>
        No print runs yet. To print for a level or the whole school, choose a document under Print/View
        Reports.
      </EmptyState>
    </Panel>
  );
}

function RunningPanel({ batch }: { batch: RunningBatch }) {
  const { id, title, period, begun, by, done, total, noun, left, levels } = batch;
  return (
    <Panel aside={`${period} · started at ${begun} by ${by}`} flush title={title}>
      <div className="p-4 md:p-5">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <p>
            <strong className="mr-2 text-32">{done.toLocaleString("en")}</strong>
            <span className="text-muted">
              of {total.toLocaleString("en")} {noun}
              {left === null ? "" : `, ${left}`}
            </span>
          </p>
          <ActButton batchId={id} busy="Cancelling" icon="close" intent="cancel" kind="danger">
            Cancel run
          </ActButton>
        </div>
        <ProgressBar className="mt-3 h-[22px]" done={done} hatched label="Finished so far" total={total} />
      </div>
      <ClassGrid levels={levels} />
    </Panel>
  );
}

/** Offers the choices of a run before documents of many classes are made. */
export function NewBatchDialog({ title, words, isEmpty, hasCards, hasUnprinted, classes }: NewBatchView) {
  const [form, fields] = useActionForm<NewBatchFields>("new-batch", {
    cards: "all",
    classes: Object.fromEntries(classes.map(({ id }) => [id, "on"])),
  });
  const ticks = fields.classes.getFieldset() as Record<string, ActionFormField | undefined>;
  return (
    <Dialog closeTo={PATHS.batches} title={title}>
      <ActionForm form={form} rejectedTitle="The print run did not start">
        <p>{words}</p>
        {hasCards ? (
          <SelectField
            choices={Object.entries(BATCH_REPORT_CARD_CHOICES).map(([value, label]) => ({ value, label }))}
            field={fields.cards}
            label="Report cards"
          />
        ) : null}
        {hasUnprinted ? (
          <Checkbox
            field={fields.unprinted}
            hint={`Leaves out cards that are in a print run of the last ${BATCH_RETENTION_DAYS} days`}
            label="Only cards not printed yet"
          />
        ) : null}
        {classes.length > 1 ? (
          <details>
            <summary className="cursor-pointer py-1 font-semibold text-red">Choose classes</summary>
            <input name="hasClasses" type="hidden" value="1" />
            <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-x-4 gap-y-1 pt-1">
              <legend className="sr-only">Classes</legend>
              {classes.map(({ id, label }) => {
                const field = ticks[id];
                return field ? <Checkbox field={field} key={id} label={label} /> : null;
              })}
            </fieldset>
          </details>
        ) : null}
        {isEmpty ? null : (
          <p className="text-muted">
            Termbook makes the documents one class after another, and keeps them for {BATCH_RETENTION_DAYS}{" "}
            days. You can leave this page.
          </p>
        )}
        <DialogButtons closeTo={PATHS.batches} cancel={isEmpty ? "Close" : "Cancel"} startsOnCancel>
          {isEmpty ? null : <BusyButton busy="Starting">Start run</BusyButton>}
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}

type ActButtonProps = Omit<BusyButtonProps, "of" | "form"> & {
  batchId: number;
  intent: BatchActionInput["intent"];
};

function ActButton({ batchId, kind = "secondary", intent, ...button }: ActButtonProps) {
  const [form, fields] = useActionForm<BatchActionInput>(`${intent}-batch-${batchId}`, { batch: batchId });
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle="Nothing was changed">
      <HiddenField field={fields.batch} />
      <BusyButton intent={intent} kind={kind} {...button} />
    </ActionForm>
  );
}

/** Shows a batch that is complete, failed in part, or was cancelled. */
function EndedPanel({ batch }: { batch: EndedBatch }) {
  const { id, title, levels, state, failures, leftOut, changed } = batch;
  return (
    <Panel flush>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 md:px-5">
        <div>
          <h2>{title}</h2>
          <p className="text-13 text-muted">{wordsOf(batch)}</p>
        </div>
        <Downloads batch={batch} />
      </div>
      {failures.length > 0 ? <Failures batchId={id} failures={failures} /> : null}
      {leftOut.length > 0 ? <LeftOut classes={leftOut} /> : null}
      {changed === null ? null : <OutOfDate batchId={id} changed={changed} />}
      <details className="border-t" open={state !== "whole"}>
        <summary className="cursor-pointer px-4 py-2 font-semibold text-red touch:py-3 md:px-5">
          By class
        </summary>
        <ClassGrid levels={levels} />
      </details>
    </Panel>
  );
}

function wordsOf({ state, count, period, made, by, keptUntil }: EndedBatch): string {
  const ended = state === "cancelled" ? "cancelled" : "made";
  return `${count} for ${period} · ${ended} ${made} by ${by}, kept until ${keptUntil}`;
}

function Downloads({ batch: { download } }: { batch: EndedBatch }) {
  if (download === null) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <a {...DOWNLOAD_ATTRIBUTE} className="button button-secondary" href={download.pdf}>
        <Icon name="download" />
        Download PDF, {download.size}
      </a>
      <a {...DOWNLOAD_ATTRIBUTE} className="button button-secondary" href={download.zip}>
        <Icon name="document" />
        Download ZIP by class
      </a>
      {download.students === null ? null : (
        <a {...DOWNLOAD_ATTRIBUTE} className="button button-secondary" href={download.students}>
          <Icon name="document" />
          Download ZIP by student
        </a>
      )}
      {download.collection === null ? null : (
        <ButtonLink icon="document" to={download.collection}>
          Collection list
        </ButtonLink>
      )}
    </div>
  );
}

function Failures({ batchId, failures }: { batchId: number } & Pick<EndedBatch, "failures">) {
  const count = failures.length === 1 ? "1 class" : `${failures.length} classes`;
  return (
    <div className="border-t bg-refused-wash p-4 md:px-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2 font-semibold text-refused">
          <Icon name="refused" />
          The documents of {count} could not be made
        </p>
        <ActButton batchId={batchId} busy="Starting" icon="print" intent="retry">
          Try again
        </ActButton>
      </div>
      <ReasonList classes={failures} />
    </div>
  );
}

/** Names the classes in which nobody was left to print when their document was made. */
function LeftOut({ classes }: { classes: EndedBatch["leftOut"] }) {
  return (
    <div className="border-t p-4 md:px-5">
      <p className="font-semibold">
        {classes.length === 1 ? "1 class was left out" : `${classes.length} classes were left out`}
      </p>
      <ReasonList classes={classes} />
    </div>
  );
}

function ReasonList({ classes }: { classes: EndedBatch["failures"] }) {
  return (
    <ul className="mt-2">
      {classes.map(({ label, failure }) => (
        <li className="py-1" key={label}>
          <strong className="mr-3">{label}</strong>
          {failure}
        </li>
      ))}
    </ul>
  );
}

function OutOfDate({
  batchId,
  changed: { again, words, students, others },
}: {
  batchId: number;
  changed: BatchChanges;
}) {
  return (
    <div className="border-t p-4 md:px-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2 font-semibold text-waiting">
          <Icon name="pencil" />
          {words}
        </p>
        <ActButton batchId={batchId} busy="Starting" icon="print" intent="refresh">
          {`Make ${again} again`}
        </ActButton>
      </div>
      <ul className="mt-2">
        {students.map(({ name, url, className, what, by }) => (
          <li className="flex flex-wrap gap-x-4 py-1 touch:py-2.5" key={url}>
            <Link className="w-56 max-md:w-auto" to={url}>
              {name}
            </Link>
            <span className="w-16 max-md:w-auto">{className}</span>
            <span>
              {what}
              {by === "" ? null : <span className="text-muted">, {by}</span>}
            </span>
          </li>
        ))}
        {others > 0 ? <li className="py-1 text-muted">and {others.toLocaleString("en")} more</li> : null}
      </ul>
    </div>
  );
}

/** The number of characters up to which a label counts as short. */
const SHORT = 4;

/** Shows the progress of each class, with one row per level. */
function ClassGrid({ levels }: { levels: readonly BatchLevel[] }) {
  // Short class labels such as `6G`, as in a secondary school, fit ten in a row. Labels such as `2nd Year W` do not.
  const isShort = levels.every(({ classes: items }) => items.every(({ label }) => label.length <= SHORT));
  return (
    <dl className="border-t">
      {levels.map(({ title, classes: items }) => (
        <div className="flex border-b last:border-b-0" key={title}>
          <dt
            className={joinClassNames(
              "flex w-24 shrink-0 items-center border-r border-r-rule px-3 font-semibold md:pl-5",
              !isShort && "md:w-40",
            )}
          >
            {title}
          </dt>
          <dd
            className={joinClassNames(
              "grid min-w-0 grow",
              isShort
                ? "grid-cols-[repeat(auto-fill,minmax(96px,1fr))]"
                : "grid-cols-[repeat(auto-fill,minmax(184px,1fr))]",
            )}
          >
            {items.map((item) => (
              <Cell item={item} key={item.id} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const LOOKS: Record<ClassBatchItem["state"], string> = {
  waiting: "text-muted",
  queued: "text-muted",
  making: "font-semibold",
  made: "",
  failed: "bg-refused-wash text-refused",
  cancelled: "text-muted line-through",
  empty: "text-muted line-through",
};

const STATES: Record<ClassBatchItem["state"], string> = {
  waiting: "waiting",
  queued: "waiting",
  making: "being made",
  made: "ready",
  failed: "failed",
  cancelled: "cancelled",
  empty: "left out",
};

function Cell({ item: { label, students, done, state, url } }: { item: ClassBatchItem }) {
  return (
    <span
      className={joinClassNames(
        "flex min-h-9 items-center gap-1 border-r px-1.5 touch:min-h-11",
        LOOKS[state],
      )}
    >
      {url === null ? (
        label
      ) : (
        <a className="font-semibold touch:py-2.5" href={url} target="_blank">
          {label}
        </a>
      )}
      {state === "made" ? <Icon className="text-saved" name="tick" size={14} /> : null}
      {state === "making" ? <Icon className="animate-turn" name="ring" size={14} /> : null}
      {state === "failed" ? <Icon name="refused" size={14} /> : null}
      <span className="sr-only">{STATES[state]}</span>
      <span
        className={joinClassNames(
          "ml-auto whitespace-nowrap text-13 font-normal",
          state !== "making" && "text-muted",
        )}
      >
        {state === "making" && done > 0 ? `${done} of ${students}` : students}
      </span>
    </span>
  );
}
