import { useSyncExternalStore, type ReactNode } from "react";

import { useSaving } from "#saving/screen/saving-screen.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { Icon, type IconName } from "#ui/page/icon.tsx";

import type { BulkActions } from "../bulk/tasks.ts";

/** Over the foot, so that it is in view wherever one has scrolled: what was done last, and its way back. */
export function BulkNotice({ bulk }: { bulk: BulkActions }) {
  return (
    <div role="status">{bulk.task && !bulk.TaskDialog ? <Waiting {...bulk} /> : <LastAct {...bulk} />}</div>
  );
}

/** What was copied is in the clipboard yet, and nothing was written: there is nothing to lose. */
function Waiting({ isMissing, fetchTools, end }: BulkActions) {
  if (!isMissing) return <NoticeLine icon="ring">One moment, this is being loaded.</NoticeLine>;
  return (
    <NoticeLine icon="waiting">
      <span>
        <strong>This could not be loaded: there is no connection.</strong> Nothing on the sheet has changed.
      </span>
      <TextButton onClick={fetchTools}>Try again</TextButton>
      <TextButton onClick={() => end()}>Leave it</TextButton>
    </NoticeLine>
  );
}

/** Counted anew with every answer: what was refused was not done, and what somebody changed since stays. */
function LastAct({ notice, end, hide }: BulkActions) {
  const { store } = useSaving();
  const undoWords = () => notice?.undo?.words() ?? null;
  const undoable = useSyncExternalStore(store.rows.subscribe, undoWords, undoWords);
  if (!notice || notice.isHidden) return null;
  const { words, undo } = notice;
  return (
    <NoticeLine icon="tick">
      {undo && undoable ? (
        <TextButton onClick={() => end(undo.act())}>Undo: {undoable}</TextButton>
      ) : (
        <span>{words}</span>
      )}
      <TextButton onClick={hide}>Hide</TextButton>
    </NoticeLine>
  );
}

/** A line over the foot. */
export function NoticeLine({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-b px-4 py-2 text-13 md:px-6 md:text-15 print:hidden">
      <Icon name={icon} />
      <div className="flex grow flex-wrap items-center gap-x-4">{children}</div>
    </div>
  );
}
