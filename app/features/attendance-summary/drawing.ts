export const LEVEL_BARS_ID = "level-bars";
export const LEVEL_BAR_SIZE = { width: 352, height: 22, gap: 2 };
export const TREND_CHART_SIZE = { width: 720, height: 140 };
export const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 };

/** The size of the chart of weeks. Each week is centred in its column. */
export const WEEK_CHART_SIZE = { width: 960, height: 116, gridStep: 2 };

/**
 * The percentages present in a week of this term and in the same week of two earlier terms; null without a register.
 */
export type WeekPoint = { now: number | null; before: number | null; yearAgo: number | null };

const GRID_STEP = 10;

/** Returns the vertical positions of the grid lines in pixels of the drawing, one line for every ten per cent. */
export function gridLinePositions(lowestPercentage: number): number[] {
  const lines = (100 - lowestPercentage) / GRID_STEP + 1;
  return Array.from({ length: lines }, (_, index) => (TREND_CHART_SIZE.height * index) / (lines - 1));
}
