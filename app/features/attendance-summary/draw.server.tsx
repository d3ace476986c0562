import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Bar, BarChart, CartesianGrid, Line, LineChart, ReferenceLine, XAxis, YAxis } from "recharts";
import { BAR, BARS_ID, gridOf, LINES, NO_MARGIN, WEEKS, type WeekPoint } from "./drawing.ts";
import { studentsOf } from "./day/figures.rules.ts";
import type { LevelFigures, TrendDay } from "./summary.ts";

/**
 * Recharts draws on the server, so that the charts need no script and the browser does not load the library. Its
 * responsive container draws nothing on the server: the drawings have a fixed size, and the page stretches them.
 */

/**
 * Draws a bar for each level, one below the other on one scale. Each row of the table shows its own part of the
 * drawing.
 */
export function drawBars(levels: readonly LevelFigures[]): string {
  const most = Math.max(1, ...levels.map(studentsOf));
  const chart = (
    <BarChart
      barCategoryGap={0}
      data={[...levels]}
      height={BAR.height * levels.length}
      layout="vertical"
      margin={NO_MARGIN}
      width={BAR.width}
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
  return `<g id="${BARS_ID}">${drawn(chart)}</g>`;
}

/** Draws the days of the term over the mean of their weekdays, and marks the day shown. */
export function drawTrend(
  days: readonly TrendDay[],
  { least, shown }: { least: number; shown: string },
): string {
  const chart = (
    <LineChart data={[...days]} height={LINES.height} margin={NO_MARGIN} width={LINES.width}>
      <XAxis dataKey="day" hide />
      <YAxis domain={[least, 100]} hide />
      <CartesianGrid className="stroke-line" horizontalPoints={gridOf(least)} vertical={false} />
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

/** Draws the weeks of a term over those of two earlier terms; a line ends where its term has no register. */
export function drawWeeks(
  weeks: readonly WeekPoint[],
  { least, most }: { least: number; most: number },
): string {
  const column = WEEKS.width / weeks.length;
  const steps = (most - least) / WEEKS.gridStep;
  const grid = Array.from({ length: steps + 1 }, (_, index) => (WEEKS.height * index) / steps);
  const line = { isAnimationActive: false, stroke: "", type: "linear" } as const;
  const chart = (
    <LineChart data={[...weeks]} height={WEEKS.height} margin={NO_MARGIN} width={WEEKS.width}>
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

/** A line of no length with round ends stays round when the page stretches the drawing. */
function Dot({ cx, cy }: { cx?: number; cy?: number | null }) {
  return cx === undefined || cy === undefined || cy === null ? null : (
    <path className="dot" d={`M${cx} ${cy}h0`} />
  );
}

type PartProps = Partial<Record<"x" | "y" | "width" | "height", number>> & {
  className: string;
  fill?: string;
};

/** Draws one part of a bar, two pixels after the part before. Even the smallest count stays visible. */
function Part({ x = 0, y = 0, width = 0, height = 0, className, fill }: PartProps) {
  if (width === 0) return null;
  const gap = x === 0 ? 0 : BAR.gap;
  // Half of a stroke lies outside its shape and would show in the next row.
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

/** Returns the content of the chart's own svg; the page wraps that in an svg as wide as the available space. */
function drawn(chart: ReactElement): string {
  const markup = renderToStaticMarkup(chart);
  return markup.slice(markup.indexOf("<g"), markup.lastIndexOf("</svg>")).replaceAll(TOO_FINE, "$1");
}
