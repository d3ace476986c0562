import type { MouseEvent } from "react";
import { NoticeBox } from "../page/notice-box.tsx";
import { Button } from "./button.tsx";

type PasteOrderQuestionProps = {
  /** A sentence that says why it is unclear which row each pasted line belongs to. */
  doubt: string;
  /** The row that gets the first line. */
  start: string;
  onLeaveOut: () => void;
  onLeaveOutLast: () => void;
  onKeep: () => void;
};

/** Asks which pasted line belongs to the first row, before anything is written. */
export function PasteOrderQuestion({
  doubt,
  start,
  onLeaveOut,
  onLeaveOutLast,
  onKeep,
}: PasteOrderQuestionProps) {
  return (
    <NoticeBox icon="waiting" tone="waiting">
      <p role="status">{doubt}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button data-first-focus="" onClick={(event) => goOn(event, onLeaveOut)} type="button">
          Leave out the first line
        </Button>
        <Button onClick={(event) => goOn(event, onLeaveOutLast)} type="button">
          Leave out the last line
        </Button>
        <Button onClick={(event) => goOn(event, onKeep)} type="button">
          {`Start at ${start}`}
        </Button>
      </div>
    </NoticeBox>
  );
}

/** Makes the choice and then moves the focus, because the pressed button may disappear. */
function goOn({ currentTarget }: MouseEvent<HTMLElement>, choose: () => void) {
  const dialog = currentTarget.closest("dialog");
  choose();
  requestAnimationFrame(() => dialog?.querySelector<HTMLElement>("[data-first-focus]")?.focus());
}
