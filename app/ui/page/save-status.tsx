import { Children, type ReactNode } from "react";
import { classes } from "../classes.ts";
import { Icon, type IconName } from "./icon.tsx";

export type SaveKind = "saved" | "blank" | "typing" | "saving" | "waiting" | "refused" | "changed";

type Look = { icon: IconName; words: string; className: string };

/** Words, icon and colour together, so that no state is shown by its colour alone. */
const LOOKS: Record<SaveKind, Look> = {
  saved: { icon: "tick", words: "Saved", className: "text-saved" },
  blank: { icon: "dash", words: "Nothing yet", className: "text-muted" },
  typing: { icon: "pencil", words: "Being typed", className: "text-red font-semibold" },
  // The ring does not turn: on a bad network twenty rows are saving at once, and each would repaint sixty times a
  // second.
  saving: { icon: "ring", words: "Saving", className: "text-muted font-semibold" },
  waiting: { icon: "waiting", words: "Waiting on this device", className: "text-waiting font-semibold" },
  refused: { icon: "refused", words: "Not saved", className: "text-refused font-semibold" },
  changed: { icon: "changed", words: "Changed", className: "text-colleague font-semibold" },
};

type SaveStatusProps = { kind: SaveKind; size?: 13 | 15; className?: string; children?: ReactNode };

/** The state of a saved row. The children replace the words ('Saved, absent', 'Changed by C. Pierre at 10:41, …'). */
export function SaveStatus({ kind, size = 13, className, children }: SaveStatusProps) {
  const look = LOOKS[kind];
  return (
    <span
      className={classes(
        "inline-flex items-start gap-2",
        size === 13 ? "text-13" : "text-15",
        look.className,
        className,
      )}
    >
      <Icon className={size === 13 ? "mt-px" : "mt-[3px]"} name={look.icon} />
      <Words>{children ?? look.words}</Words>
    </span>
  );
}

/**
 * Keeps the words in one text node in an element of their own. A browser that translates the page replaces React's text
 * nodes, so that a change to one of several is lost; the only text of an element is replaced in any case.
 */
function Words({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children);
  const isText = parts.every((part) => typeof part === "string" || typeof part === "number");
  return isText ? <span key="text">{parts.join("")}</span> : <span key="parts">{children}</span>;
}
