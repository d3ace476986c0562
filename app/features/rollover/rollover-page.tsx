import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import { RehearsalView } from "./rehearsal/rehearsal-view.tsx";
import { FinishedView } from "./run/finished-view.tsx";
import { RunningView } from "./run/running-view.tsx";
import type { RolloverView } from "./rollover.ts";

const REFRESH_MS = 1_000;
const UNSCRIPTED_SECONDS = 3;

/** A rehearsal, a run under way, or a finished run: all three have the same address. */
export function RolloverPage({ turn }: { turn: RolloverView }) {
  return (
    <>
      {isUnderWay(turn) ? <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={turn.url} /> : null}
      {turn.kind === "rehearsal" ? <RehearsalView turn={turn} /> : null}
      {turn.kind === "running" ? <RunningView turn={turn} /> : null}
      {turn.kind === "finished" ? <FinishedView turn={turn} /> : null}
    </>
  );
}

/** Returns the interval at which the page refreshes itself during a rehearsal or run; otherwise null. */
export function refreshOf(turn: RolloverView): number | null {
  return isUnderWay(turn) ? REFRESH_MS : null;
}

function isUnderWay({ kind, state }: RolloverView): boolean {
  return kind === "running" || state === "rehearsing";
}
