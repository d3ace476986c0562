import { ProgressBar } from "#ui/loading/progress-bar.tsx";
import { Panel } from "#ui/page/panel.tsx";

import type { RunningBatch } from "./batches.ts";
import { ActButton } from "./act-button.tsx";
import { ClassGrid } from "./class-grid.tsx";

/** A batch in the making. */
export function RunningPanel({ batch }: { batch: RunningBatch }) {
  const { id, title, period, begun, by, done, total, noun, left, levels } = batch;
  return (
    <Panel aside={`${period} · begun ${begun} by ${by}`} flush title={title}>
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
            Cancel
          </ActButton>
        </div>
        <ProgressBar className="mt-3 h-[22px]" done={done} hatched label="Made so far" total={total} />
      </div>
      <ClassGrid levels={levels} />
    </Panel>
  );
}
