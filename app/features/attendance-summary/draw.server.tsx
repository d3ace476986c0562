import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Bar, BarChart, CartesianGrid, Line, LineChart, ReferenceLine, XAxis, YAxis } from "recharts";
import {
  LEVEL_BAR_SIZE,
  LEVEL_BARS_ID,
  gridLinePositions,
  TREND_CHART_SIZE,
  NO_MARGIN,
  WEEK_CHART_SIZE,
  type WeekPoint,
} from "./drawing.ts";
import { countAllStudents } from "./day/figures.rules.ts";
import type { LevelFigures, AttendanceTrendDay } from "./summary.ts";

/** Draws a bar for each level, one below the other. Each row of the level table shows its own slice. */
export function drawLevelBars(levels: readonly LevelFigures[]): string {
  const most = Math.max(1, ...levels.map(countAllStudents));
  const chart = (
    <BarChart
      barCategoryGap={0}
      data={[...levels]}
      height={LEVEL_BAR_SIZE.height * levels.length}
      layout="vertical"
      margin={NO_MARGIN}
      width={LEVEL_BAR_SIZE.width}
    >
      <XAxis domain={[0, most]} hide type="number" />
      <YAxis dataKey="title" hide type="category" />
      <Bar
        dataKey="present"
        isAnimationActive={false}
        shape={<Part className="fill-sepia" />}
        stackId="level"
      />
      <Bar dataKey="absent" isAnimationActive={false} shape={<Part className="fill-red" />} stackId="level" />
      <Bar
        dataKey="waiting"
        isAnimationActive={false}
        shape={<Part className="stroke-field" fill="url(#hatch)" />}
        stackId="level"
      />
    </BarChart>
  );
  return `<g id="${LEVEL_BARS_ID}">${drawn(chart)}</g>`;
}

/** Draws the attendance of each day of the term over the average of its weekday, and marks the day shown. */
export function drawTrendChart(
  days: readonly AttendanceTrendDay[],
  { least, shown }: { least: number; shown: string },
): string {
  const chart = (
    <LineChart
      data={[...days]}
      height={TREND_CHART_SIZE.height}
      margin={NO_MARGIN}
      width={TREND_CHART_SIZE.width}
    >
      <XAxis dataKey="day" hide />
      <YAxis domain={[least, 100]} hide />
      <CartesianGrid className="stroke-line" horizontalPoints={gridLinePositions(least)} vertical={false} />
      <ReferenceLine className="shown-day" x={shown} />
      <Line className="usual" dataKey="usual" dot={false} isAnimationActive={false} stroke="" type="linear" />
      <Line
        className="percent"
        dataKey="percent"
        dot={false}
        isAnimationActive={false}
        stroke=""
        type="linear"
      />
    </LineChart>
  );
  return drawn(chart);
}

/** Draws the weeks of a term over the weeks of two earlier terms. A line has a gap in weeks without a register. */
export function drawWeekChart(
  weeks: readonly WeekPoint[],
  { least, most }: { least: number; most: number },
): string {
  const column = WEEK_CHART_SIZE.width / weeks.length;
  const steps = (most - least) / WEEK_CHART_SIZE.gridStep;
  const grid = Array.from({ length: steps + 1 }, (_, index) => (WEEK_CHART_SIZE.height * index) / steps);
  const line = { isAnimationActive: false, stroke: "", type: "linear" } as const;
  const chart = (
    <LineChart
      data={[...weeks]}
      height={WEEK_CHART_SIZE.height}
      margin={NO_MARGIN}
      width={WEEK_CHART_SIZE.width}
    >
      <XAxis hide padding={{ left: column / 2, right: column / 2 }} />
      <YAxis domain={[least, most]} hide />
      <CartesianGrid className="stroke-line" horizontalPoints={grid} vertical={false} />
      <Line {...line} className="year-ago" dataKey="yearAgo" dot={false} />
      <Line {...line} className="before" dataKey="before" dot={false} />
      <Line {...line} className="now" dataKey="now" dot={<Dot />} />
    </LineChart>
  );
  return drawn(chart);
}

/** Draws a dot as a line of zero length with round ends, because a stretched circle would be an ellipse. */
function Dot({ cx, cy }: { cx?: number; cy?: number | null }) {
  return cx === undefined || cy === undefined || cy === null ? null : (
    <path className="dot" d={`M${cx} ${cy}h0`} />
  );
}

type PartProps = Partial<Record<"x" | "y" | "width" | "height", number>> & {
  className: string;
  fill?: string;
};

/** Draws one section of a bar, two pixels after the previous section. Even the smallest number stays visible. */
function Part({ x = 0, y = 0, width = 0, height = 0, className, fill }: PartProps) {
  if (width === 0) return null;
  const gap = x === 0 ? 0 : LEVEL_BAR_SIZE.gap;
  // Half of a stroke lies outside its shape. Without this inset, the stroke would overlap the next row.
  const edge = fill ? HALF : 0;
  return (
    <rect
      className={className}
      fill={fill}
      height={height - 2 * edge}
      width={Math.max(1, width - gap - 2 * edge)}
      x={x + gap + edge}
      y={y + edge}
    />
  );
}

const HALF = 0.5;
const TOO_FINE = /(\.\d)\d+/g;

/**
 * Returns the markup inside the chart's `<svg>` element, which the page itself provides. The responsive container of
 * Recharts draws nothing on the server, so each chart has a fixed size and the page stretches it.
 */
function drawn(chart: ReactElement): string {
  const markup = renderToStaticMarkup(chart);
  return markup.slice(markup.indexOf("<g"), markup.lastIndexOf("</svg>")).replaceAll(TOO_FINE, "$1");
}
