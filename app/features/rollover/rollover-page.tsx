import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import { RehearsalView } from "./rehearsal/rehearsal-view.tsx";
import { FinishedView } from "./run/finished-view.tsx";
import { RolloverProgress } from "./run/running-view.tsx";
import type { RolloverView } from "./rollover.ts";

const REFRESH_MS = 1_000;
const UNSCRIPTED_SECONDS = 3;

/** A rehearsal, a run under way, or a finished run, which all have the same address. */
export function RolloverPage({ rollover }: { rollover: RolloverView }) {
  return (
    <>
      {isUnderWay(rollover) ? <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={rollover.url} /> : null}
      {rollover.kind === "rehearsal" ? <RehearsalView rollover={rollover} /> : null}
      {rollover.kind === "running" ? <RolloverProgress rollover={rollover} /> : null}
      {rollover.kind === "finished" ? <FinishedView rollover={rollover} /> : null}
    </>
  );
}

/** Returns the interval at which the page refreshes itself during a rehearsal or run; otherwise null. */
export function refreshOf(rollover: RolloverView): number | null {
  return isUnderWay(rollover) ? REFRESH_MS : null;
}

function isUnderWay({ kind, state }: RolloverView): boolean {
  return kind === "running" || state === "rehearsing";
}
