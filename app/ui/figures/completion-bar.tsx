import { createContext, useContext } from "react";
import { joinClassNames } from "../classes.ts";

/** The two lengths with which the server draws a bar. Each bar on the page replaces them with its own. */
export const FULL_COMPLETION_BAR = { done: 25, rest: 75 } as const;

/** The markup of a bar of unfinished work, and of one that is complete. */
export type CompletionBarDrawing = { open: string; complete: string };

const Drawing = createContext<CompletionBarDrawing>({ open: "", complete: "" });

/** Provides the drawing that the route has loaded with `loadCompletionBars`. */
export const CompletionBarProvider = Drawing.Provider;

type CompletionBarProps = { done: number; total: number; className?: string };

/**
 * A bar for the finished part of some work. The figure beside the bar says the same. The server draws it with Tremor,
 * whose classes Tailwind finds here: `relative flex flex-1 items-center overflow-hidden bg-sepia bg-cream-2 bg-saved`.
 */
export function CompletionBar({ done, total, className }: CompletionBarProps) {
  const { open, complete } = useContext(Drawing);
  const percent = total === 0 ? 0 : Math.round((1000 * done) / total) / 10;
  const html = (done === total ? complete : open)
    .replace(`width:${FULL_COMPLETION_BAR.done}%`, `width:${percent}%`)
    .replace(`width:${FULL_COMPLETION_BAR.rest}%`, `width:${Math.round(10 * (100 - percent)) / 10}%`);
  return (
    <span
      aria-hidden="true"
      className={joinClassNames(
        "overflow-hidden [forced-color-adjust:none] [print-color-adjust:exact] [&_div]:h-full",
        className,
      )}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
