import type { MouseEvent } from "react";

import { NoticeBox } from "../page/notice-box.tsx";
import { Button } from "./button.tsx";

type UnclearPasteProps = {
  /** What does not fit, in words. */
  doubt: string;
  /** The row that the first line goes into. */
  start: string;
  onLeaveOut: () => void;
  onKeep: () => void;
};

/** Nothing is written until the person has said which line goes into the first row. */
export function UnclearPaste({ doubt, start, onLeaveOut, onKeep }: UnclearPasteProps) {
  return (
    <NoticeBox icon="waiting" tone="waiting">
      <p role="status">{doubt}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button data-first-focus="" onClick={(event) => goOn(event, onLeaveOut)} type="button">
          Leave out the first line
        </Button>
        <Button onClick={(event) => goOn(event, onKeep)} type="button">
          {`Start at ${start}`}
        </Button>
      </div>
    </NoticeBox>
  );
}

/** The pressed button may be gone then, and the cursor with it. */
function goOn({ currentTarget }: MouseEvent<HTMLElement>, choose: () => void) {
  const dialog = currentTarget.closest("dialog");
  choose();
  requestAnimationFrame(() => dialog?.querySelector<HTMLElement>("[data-first-focus]")?.focus());
}
