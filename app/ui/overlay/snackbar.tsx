import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { MESSAGES } from "#domain/messages.ts";
import { joinClassNames } from "../classes.ts";
import { Icon } from "../page/icon.tsx";
import { useMessageArea } from "./message-area.tsx";
import { UndoButton } from "./undo-button.tsx";

/** A message about the last action. The time in seconds is prescribed; errors stay longer. */
export type SnackbarMessage = {
  text: string;
  tone: "done" | "refused";
  seconds: number;
  /** The id of the change if the message offers to undo it. */
  undo?: number;
};

type SnackbarProps = { message: SnackbarMessage | null | undefined };

const OVER_THE_PAGE =
  "pointer-events-none fixed inset-x-4 bottom-[calc(80px+var(--notice-height,0px))] z-20 mx-auto max-w-dialog " +
  "unscripted:static unscripted:mx-4 print:hidden";

/**
 * A message that screen readers read politely and that disappears after its time unless the pointer or the focus is on
 * it. It appears over the topmost dialog, in the page's bar if there is one, or above the footer. Without JavaScript,
 * it stays until the next page.
 */
export function Snackbar({ message }: SnackbarProps) {
  const place = useMessageArea();
  const timed = useTimedMessage(message);
  return place ? (
    createPortal(<Words padding="px-3 py-1.5" {...timed} />, place)
  ) : (
    <Words className={OVER_THE_PAGE} padding="px-4 py-3" {...timed} />
  );
}

type WordsProps = ReturnType<typeof useTimedMessage> & { className?: string; padding: string };

function Words({ className, padding, shown, hold, release }: WordsProps) {
  return (
    <div aria-live="polite" className={className}>
      {shown ? (
        <div
          className={joinClassNames(
            "pointer-events-auto flex gap-3 rounded text-paper unscripted:my-4",
            padding,
            backgroundOf(shown),
          )}
          onBlur={release}
          onFocus={hold}
          onMouseEnter={hold}
          onMouseLeave={release}
        >
          <Icon className="mt-[3px]" name={shown.tone === "done" ? "tick" : "refused"} />
          <span className="min-w-0 break-words">{shown.text}</span>
          {shown.undo === undefined ? null : (
            <span className="ml-auto pl-2">
              <UndoButton change={shown.undo} className="text-paper" />
            </span>
          )}
        </div>
      ) : null}
    </div>
  );
}

/** The specification prescribes the primary colour for the message about saved data of a person, and for no other. */
function backgroundOf({ tone, text }: SnackbarMessage): string {
  if (tone === "refused") return "bg-refused";
  return text === MESSAGES.profileSaved ? "bg-red" : "bg-ink";
}

/** Keeps a message for its full time, even if the page's data is reloaded without the message. */
function useTimedMessage(message: SnackbarMessage | null | undefined) {
  const [shown, setShown] = useState(message ?? null);
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (message) setShown(message);
  }, [message]);

  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(() => setShown(null), shown.seconds * 1000);
    return () => clearTimeout(timer);
  }, [shown, held]);

  return { shown, hold: () => setHeld(true), release: () => setHeld(false) };
}
