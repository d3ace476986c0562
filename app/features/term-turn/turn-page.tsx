import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { MESSAGES } from "#domain/messages.ts";

import { RehearsalView } from "./rehearsal/rehearsal-view.tsx";
import { FinishedView } from "./run/finished-view.tsx";
import { RunningView } from "./run/running-view.tsx";
import type { ShownTurn } from "./turn.ts";

const REFRESH_MS = 1_000;
const UNSCRIPTED_SECONDS = 3;

type TurnPageProps = { turn: ShownTurn; fault: string | null; failed: Failed | null };

/** A rehearsal, a run that is watched, or what a run did: one address from the first to the last. */
export function TurnPage({ turn, fault, failed }: TurnPageProps) {
  return (
    <>
      {isUnderWay(turn) ? <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={turn.url} /> : null}
      <NotAnswered className="mb-4" failed={failed} title={MESSAGES.termNotSet} />
      {fault === null ? null : (
        <div className="mb-4" role="alert">
          <NoticeBox icon="refused" title={`${MESSAGES.termNotSet}.`} tone="refused">
            {fault}
          </NoticeBox>
        </div>
      )}
      {turn.kind === "rehearsal" ? <RehearsalView turn={turn} /> : null}
      {turn.kind === "running" ? <RunningView turn={turn} /> : null}
      {turn.kind === "finished" ? <FinishedView turn={turn} /> : null}
    </>
  );
}

/** Until when it comes again by itself: while it is rehearsed or run. */
export function refreshOf(turn: ShownTurn): number | null {
  return isUnderWay(turn) ? REFRESH_MS : null;
}

function isUnderWay({ kind, state }: ShownTurn): boolean {
  return kind === "running" || state === "rehearsing";
}
