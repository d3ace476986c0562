import type * as Drawings from "./draw.server.tsx";
import type { WeekPoint } from "./drawing.ts";
import type { LevelFigures, TrendDay } from "./summary.ts";

/** The number leaves room for a day and its term at every level, and for some more days. */
const MOST_REMEMBERED = 50;

const remembered = new Map<string, string>();

export function barsOf(levels: readonly LevelFigures[]): Promise<string> {
  return drawnOnce(JSON.stringify(levels), ({ drawBars }) => drawBars(levels));
}

export function linesOf(days: readonly TrendDay[], place: { least: number; shown: string }): Promise<string> {
  return drawnOnce(JSON.stringify([days, place]), ({ drawTrend }) => drawTrend(days, place));
}

export function weekLinesOf(
  weeks: readonly WeekPoint[],
  scale: { least: number; most: number },
): Promise<string> {
  const points = weeks.map(({ now, before, yearAgo }) => ({ now, before, yearAgo }));
  return drawnOnce(JSON.stringify([points, scale]), ({ drawWeeks }) => drawWeeks(points, scale));
}

/**
 * Remembers drawings: the same figures give the same drawing, and people look at them all morning. The first drawing
 * loads Recharts, so that neither the start nor a process that shows no summary has to.
 */
async function drawnOnce(figures: string, draw: (drawings: typeof Drawings) => string): Promise<string> {
  const known = remembered.get(figures);
  if (known !== undefined) return known;
  const drawn = draw(await import("./draw.server.tsx"));
  for (const oldest of [...remembered.keys()].slice(0, remembered.size - MOST_REMEMBERED + 1))
    remembered.delete(oldest);
  remembered.set(figures, drawn);
  return drawn;
}
