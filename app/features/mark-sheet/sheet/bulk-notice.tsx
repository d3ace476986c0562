import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";

import type { SavingStore } from "#saving/client/saving-store.ts";

import { Icon } from "#ui/page/icon.tsx";
import type { IconName } from "#ui/page/icon.tsx";

import type { BulkActions } from "../bulk/use-bulk-actions.ts";

type HandsNoticeProps = { hands: BulkActions; store: SavingStore };

/** Over the foot, so that it is in view wherever one has scrolled: what was done last, and its way back. */
export function BulkNotice({ hands, store }: HandsNoticeProps) {
  return (
    <div role="status">
      {hands.task && !hands.TaskDialog ? <Waiting {...hands} /> : <LastAct {...hands} store={store} />}
    </div>
  );
}

/** What was copied is in the clipboard yet, and nothing was written: there is nothing to lose. */
function Waiting({ isMissing, fetchTools, end }: BulkActions) {
  if (!isMissing) return <Line icon="ring">One moment, this is being loaded.</Line>;
  return (
    <Line icon="waiting">
      <span>
        <strong>This could not be loaded: there is no connection.</strong> Nothing on the sheet has changed.
      </span>
      <Act onPress={fetchTools}>Try again</Act>
      <Act onPress={() => end()}>Leave it</Act>
    </Line>
  );
}

/** Counted anew with every answer: what was refused was not done, and what somebody changed since stays. */
function LastAct({ notice, end, hide, store }: BulkActions & Pick<HandsNoticeProps, "store">) {
  const undoWords = () => notice?.undo?.words() ?? null;
  const undoable = useSyncExternalStore(store.rows.subscribe, undoWords, undoWords);
  if (!notice || notice.isHidden) return null;
  const { words, undo } = notice;
  return (
    <Line icon="tick">
      {undo && undoable ? <Act onPress={() => end(undo.act())}>Undo: {undoable}</Act> : <span>{words}</span>}
      <Act onPress={hide}>Hide</Act>
    </Line>
  );
}

function Line({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-b px-4 py-2 text-13 md:px-6 md:text-15 print:hidden">
      <Icon name={icon} />
      <div className="flex grow flex-wrap items-center gap-x-4">{children}</div>
    </div>
  );
}

function Act({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      className="font-semibold text-red underline underline-offset-4 touch:min-h-11"
      onClick={onPress}
      type="button"
    >
      {children}
    </button>
  );
}
