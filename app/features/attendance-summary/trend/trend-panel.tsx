import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatDay, weekdayName } from "#domain/daily/day-words.ts";
import { Panel } from "#ui/page/panel.tsx";
import { TREND_CHART_SIZE } from "../drawing.ts";
import { formatPercent } from "../day/figures.rules.ts";
import { ExploreChart } from "../overview/explore-chart.tsx";
import { attendanceSummaryUrl, type AttendanceSummaryParams } from "../params.rules.ts";
import type { AttendanceTrend } from "../summary.ts";
import { WeekTable } from "./week-table.tsx";

/** Shows attendance on each day of the term and the average for its weekday, for the school or a level. */
export function TrendPanel({ trend, params }: { trend: AttendanceTrend; params: AttendanceSummaryParams }) {
  const { days, level, term } = trend;
  return (
    <Panel
      aside={
        level ? (
          <Link preventScrollReset to={attendanceSummaryUrl({ ...params, level: null })}>
            Whole school
          </Link>
        ) : null
      }
      flush
      title={`${term ?? "This term"}: ${level ? level.title : "whole school"}`}
    >
      {days.length === 0 ? (
        <p className="px-4 py-4 text-muted md:px-5">
          No registers have been marked {term ? `in ${term}` : "this term"}.
        </p>
      ) : (
        <div className="px-4 pb-4 pt-3 md:px-5">
          <Shown trend={trend} />
          <Lines trend={trend} />
          <details className="mt-3">
            <summary className="min-h-6 cursor-pointer font-semibold text-red touch:min-h-11 touch:py-2.5">
              Percentages by day
            </summary>
            <WeekTable days={days} dayTo={(day) => attendanceSummaryUrl({ ...params, day })} />
          </details>
        </div>
      )}
    </Panel>
  );
}

function Shown({ trend: { days, shown, term } }: { trend: AttendanceTrend }) {
  const day = days.find((item) => item.day === shown);
  if (!day) return <p className="mb-3 text-muted">The selected day has no register.</p>;
  return (
    <p className="mb-3">
      <strong>{formatPercent(day.percent)}</strong> on {formatDay(day.day)},{" "}
      <span className="text-muted">
        {formatPercent(day.usual)} on the {weekdayName(day.day)}s of {term ?? "this term"}
      </span>
    </p>
  );
}

/**
 * Shows the chart drawn by the server. The browser loads Recharts only when a person chooses to pick days on the chart.
 */
function Lines({ trend }: { trend: AttendanceTrend }) {
  const framed = (lines: ReactNode) => (
    <div className="flex gap-2">
      <p
        aria-hidden="true"
        className="flex w-10 shrink-0 flex-col justify-between text-right text-13 text-muted"
      >
        <span>100%</span>
        <span>{trend.least}%</span>
      </p>
      <div className="h-[140px] min-w-0 grow">{lines}</div>
    </div>
  );
  return (
    <ExploreChart
      caption={<Span days={trend.days} />}
      chart={({ InteractiveTrendChart }) => framed(<InteractiveTrendChart trend={trend} />)}
      className="mt-2 pl-12"
      drawn={framed(<DrawnLines trend={trend} />)}
    />
  );
}

function Span({ days }: Pick<AttendanceTrend, "days">) {
  return (
    <span>
      {formatDay(days[0]?.day ?? "")} to {formatDay(days.at(-1)?.day ?? "")}; the dashed line is the average
      for that weekday
    </span>
  );
}

function DrawnLines({ trend: { lines } }: { trend: AttendanceTrend }) {
  return (
    <svg
      aria-label="The percentage present on each day of the term; the figures are listed below"
      className="trend-lines"
      dangerouslySetInnerHTML={{ __html: lines }}
      preserveAspectRatio="none"
      role="img"
      viewBox={`0 0 ${TREND_CHART_SIZE.width} ${TREND_CHART_SIZE.height}`}
    />
  );
}
