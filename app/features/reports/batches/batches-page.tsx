import { BATCH_DAYS } from "#domain/documents/batches.ts";
import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";

import type { Batches } from "./batches.ts";
import { EndedPanel } from "./ended-panel.tsx";
import { RunningPanel } from "./running-panel.tsx";

export const REFRESH_MS = 1_000;
const UNSCRIPTED_SECONDS = 3;

type BatchesPageProps = { batches: Batches; hasDialog: boolean; failed: Failed | null };

/** Reports of many classes in one go: what is being made, and what was made in the last days. */
export function BatchesPage({ batches: { running, ended, url }, hasDialog, failed }: BatchesPageProps) {
  return (
    <>
      {running.length > 0 && !hasDialog ? <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={url} /> : null}
      <PageHead
        about={`Many documents in one go. They are kept for ${BATCH_DAYS} days.`}
        actions={
          <ButtonLink icon="plus" to={PATHS.reports}>
            New Run
          </ButtonLink>
        }
        title="Print Runs"
      />
      <NotAnswered failed={failed} title="Nothing was changed" />
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
        The reports of a level or the whole school are made here. They begin under Print/View Reports.
      </EmptyState>
    </Panel>
  );
}
