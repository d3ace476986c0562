/** The server's drawings and the page share these sizes, all in pixels of the drawing. */

export const BARS_ID = "level-bars";
export const BAR = { width: 352, height: 22, gap: 2 };
export const LINES = { width: 720, height: 140 };
export const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 };

/** The weeks of a term, each in the middle of its column. */
export const WEEKS = { width: 960, height: 116, gridStep: 2 };

/** A week of this term beside that of two earlier terms; null where a term has no register in that week. */
export type WeekPoint = { now: number | null; before: number | null; yearAgo: number | null };

const GRID_STEP = 10;

/** Returns the heights of the grid lines, one for every ten percent. */
export function gridOf(least: number): number[] {
  const lines = (100 - least) / GRID_STEP + 1;
  return Array.from({ length: lines }, (_, index) => (LINES.height * index) / (lines - 1));
}
