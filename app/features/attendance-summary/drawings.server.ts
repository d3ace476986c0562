import type * as Drawings from "./draw.server.tsx";
import type { LevelFigures, TrendDay } from "./summary.ts";

/** The drawings of a day and its term for every level, and some days more. */
const MOST_REMEMBERED = 50;

const remembered = new Map<string, string>();

export function barsOf(levels: readonly LevelFigures[]): Promise<string> {
  return drawnOnce(JSON.stringify(levels), ({ drawBars }) => drawBars(levels));
}

export function linesOf(days: readonly TrendDay[], place: { least: number; shown: string }): Promise<string> {
  return drawnOnce(JSON.stringify([days, place]), ({ drawTrend }) => drawTrend(days, place));
}

/**
 * A drawing follows from its figures alone, and the same are looked at again all morning. Recharts is loaded with the first:
 * a process that shows no summary, and its start, are spared it.
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
