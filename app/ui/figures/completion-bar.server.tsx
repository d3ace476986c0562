import { renderToStaticMarkup } from "react-dom/server";
import type { Color } from "@tremor/react";
import { FULL_COMPLETION_BAR, type CompletionBarDrawing } from "./completion-bar.tsx";

let drawing: Promise<CompletionBarDrawing> | null = null;

/**
 * Draws the bars of a page with Tremor's CategoryBar, once for each process. In the browser the bar alone would cost
 * 18 KB of script, so the page receives the drawing and sets the length of each bar.
 */
export function loadCompletionBars(): Promise<CompletionBarDrawing> {
  drawing ??= draw();
  return drawing;
}

async function draw(): Promise<CompletionBarDrawing> {
  const { CategoryBar } = await import("@tremor/react");
  // Tremor takes any colour of the theme, but its types name only those of Tailwind.
  const bar = (color: "sepia" | "saved") =>
    renderToStaticMarkup(
      <CategoryBar
        colors={[color, "cream-2"] as unknown as Color[]}
        showLabels={false}
        values={[FULL_COMPLETION_BAR.done, FULL_COMPLETION_BAR.rest]}
      />,
    );
  return { open: bar("sepia"), complete: bar("saved") };
}
