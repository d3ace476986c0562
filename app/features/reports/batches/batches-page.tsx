import { BATCH_DAYS } from "#domain/documents/batches.ts";
import { PATHS } from "#domain/paths.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { ProgressBar } from "#ui/loading/progress-bar.tsx";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { ActButton } from "./act-button.tsx";
import type { BatchesView, RunningBatch } from "./batches.server.ts";
import { ClassGrid } from "./class-grid.tsx";
import { EndedPanel } from "./ended-panel.tsx";
import type { PlanView } from "./new-batch.server.ts";

export const REFRESH_MS = 1_000;
const UNSCRIPTED_SECONDS = 3;

type BatchesPageProps = { batches: BatchesView; hasDialog: boolean };

export function BatchesPage({ batches: { running, ended, url }, hasDialog }: BatchesPageProps) {
  return (
    <>
      {running.length > 0 && !hasDialog ? <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={url} /> : null}
      <PageHead
        about={`Report cards and mark sheets for many classes at once. Each run is kept for ${BATCH_DAYS} days.`}
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
        No print runs yet. To print for a level or the whole school, choose Report Cards or Class Mark Sheets
        under Print/View Reports.
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
        <ProgressBar className="mt-3 h-[22px]" done={done} hatched label="Made so far" total={total} />
      </div>
      <ClassGrid levels={levels} />
    </Panel>
  );
}

/** Asks for confirmation before the documents of many classes are made. */
export function NewBatchDialog({ title, words, isEmpty }: PlanView) {
  const [form] = useActionForm("new-batch");
  return (
    <Dialog closeTo={PATHS.batches} title={title}>
      <ActionForm form={form} rejectedTitle="The print run did not start">
        <p>{words}</p>
        {isEmpty ? null : (
          <p className="text-muted">
            The documents are made one class after another, and you may leave this page. They are kept for{" "}
            {BATCH_DAYS} days.
          </p>
        )}
        <DialogButtons closeTo={PATHS.batches} cancel={isEmpty ? "Close" : "Cancel"} startsOnCancel>
          {isEmpty ? null : <BusyButton busy="Starting">Start run</BusyButton>}
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}
