import { useLayoutEffect, useRef, useState } from "react";
import { CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { formatCount } from "#domain/daily/counting.ts";
import { formatDay } from "#domain/daily/day-words.ts";
import { gridLinePositions, TREND_CHART_SIZE, NO_MARGIN } from "../drawing.ts";
import { formatPercent } from "../day/figures.rules.ts";
import type { AttendanceTrend, AttendanceTrendDay } from "../summary.ts";

/** Draws the days of the term as a chart on which a pointer or the arrow keys can pick a day. */
export function InteractiveTrendChart({ trend: { days, least, shown } }: { trend: AttendanceTrend }) {
  const { place, width } = useWidth();
  return (
    <div className="trend-lines" ref={place}>
      <LineChart
        accessibilityLayer
        data={days}
        height={TREND_CHART_SIZE.height}
        margin={NO_MARGIN}
        width={width}
      >
        <XAxis dataKey="day" hide />
        <YAxis domain={[least, 100]} hide />
        <CartesianGrid horizontalPoints={gridLinePositions(least)} vertical={false} />
        <ReferenceLine className="shown-day" x={shown} />
        <Line
          activeDot={false}
          className="usual"
          dataKey="usual"
          dot={false}
          isAnimationActive={false}
          type="linear"
        />
        <Line
          activeDot={DOT}
          className="percent"
          dataKey="percent"
          dot={false}
          isAnimationActive={false}
          type="linear"
        />
        <Tooltip content={({ payload }) => <Pointed day={dayIn(payload)} />} isAnimationActive={false} />
      </LineChart>
    </div>
  );
}

const DOT = { className: "fill-red", r: 4 };

function Pointed({ day }: { day: AttendanceTrendDay | undefined }) {
  if (!day) return null;
  return (
    <div className="rounded border border-field bg-paper px-3 py-2 text-13" role="status">
      <p className="font-semibold">{formatDay(day.day)}</p>
      <p>
        <strong>{formatPercent(day.percent)}</strong> present, {formatPercent(day.usual)} on average on this
        weekday
      </p>
      <p className="text-muted">
        {formatCount(day.present)} present, {formatCount(day.absent)} absent, {formatCount(day.late)} late
      </p>
    </div>
  );
}

function dayIn(payload: readonly { payload?: unknown }[] | undefined): AttendanceTrendDay | undefined {
  return payload?.[0]?.payload as AttendanceTrendDay | undefined;
}

/** Measures the available width. The container that Recharts has for this would render nothing at first. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(TREND_CHART_SIZE.width);

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  return { place, width };
}
