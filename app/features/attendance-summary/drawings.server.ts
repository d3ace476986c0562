import type * as Drawings from "./draw.server.tsx";
import type { WeekPoint } from "./drawing.ts";
import type { LevelFigures, AttendanceTrendDay } from "./summary.ts";

/**
 * The largest number of cached drawings: today's drawings and those of its term at every level, and the drawings of
 * some other days.
 */
const MOST_REMEMBERED = 50;

const remembered = new Map<string, string>();

export function cachedBarChart(levels: readonly LevelFigures[]): Promise<string> {
  return drawnOnce(JSON.stringify(levels), ({ drawLevelBars }) => drawLevelBars(levels));
}

export function cachedTrendChart(
  days: readonly AttendanceTrendDay[],
  place: { least: number; shown: string },
): Promise<string> {
  return drawnOnce(JSON.stringify([days, place]), ({ drawTrendChart }) => drawTrendChart(days, place));
}

export function cachedWeekChart(
  weeks: readonly WeekPoint[],
  scale: { least: number; most: number },
): Promise<string> {
  const points = weeks.map(({ now, before, yearAgo }) => ({ now, before, yearAgo }));
  return drawnOnce(JSON.stringify([points, scale]), ({ drawWeekChart }) => drawWeekChart(points, scale));
}

/**
 * Caches drawings, because people look at the same figures all morning. Recharts is loaded for the first drawing only,
 * so that the server starts faster and a process that draws nothing never loads it.
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
