import { Link } from "@remix-run/react";
import { IN_PLACE } from "#ui/page/downloads.ts";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { ActButton } from "./act-button.tsx";
import type { Changed, EndedBatch } from "./batches.server.ts";
import { ClassGrid } from "./class-grid.tsx";

/** Shows a batch that is complete, failed in part or was cancelled. */
export function EndedPanel({ batch }: { batch: EndedBatch }) {
  const { id, title, levels, state, failures, changed } = batch;
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

/** Links that the browser saves as files. */
function Downloads({ batch: { download } }: { batch: EndedBatch }) {
  if (download === null) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <a {...IN_PLACE} className="button button-secondary" href={download.pdf}>
        <Icon name="download" />
        Download PDF, {download.size}
      </a>
      <a {...IN_PLACE} className="button button-secondary" href={download.zip}>
        <Icon name="document" />
        Download ZIP by class
      </a>
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
          {count} could not be made
        </p>
        <ActButton batchId={batchId} busy="Starting" icon="print" intent="retry">
          Try again
        </ActButton>
      </div>
      <ul className="mt-2">
        {failures.map(({ label, failure }) => (
          <li className="py-1" key={label}>
            <strong className="mr-3">{label}</strong>
            {failure}
          </li>
        ))}
      </ul>
    </div>
  );
}

function OutOfDate({
  batchId,
  changed: { again, words, students, others },
}: {
  batchId: number;
  changed: Changed;
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
