import { Children, type ReactNode } from "react";
import { joinClassNames } from "../classes.ts";
import { Icon, type IconName } from "./icon.tsx";

export type SaveStatusKind = "saved" | "blank" | "typing" | "saving" | "waiting" | "refused" | "changed";

type Look = { icon: IconName; words: string; className: string };

/** The appearance of each state. A state has text and an icon too, because colour alone must not carry meaning. */
const LOOKS: Record<SaveStatusKind, Look> = {
  saved: { icon: "tick", words: "Saved", className: "text-saved" },
  blank: { icon: "dash", words: "No entry yet", className: "text-muted" },
  typing: { icon: "pencil", words: "Being typed", className: "text-red font-semibold" },
  // The ring does not rotate: on a bad network twenty rows are saving at once, and each would be repainted sixty times
  // a second.
  saving: { icon: "ring", words: "Saving", className: "text-muted font-semibold" },
  waiting: { icon: "waiting", words: "Waiting on this device", className: "text-waiting font-semibold" },
  refused: { icon: "refused", words: "Not saved", className: "text-refused font-semibold" },
  changed: { icon: "changed", words: "Changed", className: "text-colleague font-semibold" },
};

type SaveStatusProps = { kind: SaveStatusKind; size?: 13 | 15; className?: string; children?: ReactNode };

/** The save status of a row. The children replace its usual text, as in 'Changed by C. Pierre at 10:41'. */
export function SaveStatus({ kind, size = 13, className, children }: SaveStatusProps) {
  const look = LOOKS[kind];
  return (
    <span
      className={joinClassNames(
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
 * Keeps the text in one text node of its own element. A browser that translates the page replaces text nodes. If an
 * element had several text nodes, React could then no longer change one of them; the only text of an element is
 * always replaced as a whole.
 */
function Words({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children);
  const isText = parts.every((part) => typeof part === "string" || typeof part === "number");
  return isText ? <span key="text">{parts.join("")}</span> : <span key="parts">{children}</span>;
}
