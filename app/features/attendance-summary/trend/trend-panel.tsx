import { Link } from "@remix-run/react";
import { useState } from "react";
import { formatDay, weekdayName } from "#domain/daily/day-words.ts";
import { TextButton } from "#ui/form/text-button.tsx";
import { showMessage } from "#ui/overlay/messages.ts";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { LINES } from "../drawing.ts";
import { formatPercent } from "../day/figures.rules.ts";
import { summaryUrl, type SummaryParams } from "../params.rules.ts";
import type { Trend } from "../summary.ts";
import type { PointedLines } from "./pointed-lines.tsx";
import { WeekTable } from "./week-table.tsx";

/** Shows the days of the term beside the mean of their weekday, for the school or for a level. */
export function TrendPanel({ trend, params }: { trend: Trend; params: SummaryParams }) {
  const { days, level, term } = trend;
  return (
    <Panel
      aside={
        level ? (
          <Link preventScrollReset to={summaryUrl({ ...params, level: null })}>
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
            <WeekTable days={days} dayTo={(day) => summaryUrl({ ...params, day })} />
          </details>
        </div>
      )}
    </Panel>
  );
}

/** Shows words such as `93% on Fri 26 Jun 2026; Fridays of this term 91%`. */
function Shown({ trend: { days, shown, term } }: { trend: Trend }) {
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

const NOT_FETCHED = {
  text: "The chart could not be loaded. Try again.",
  tone: "refused",
  seconds: 5,
} as const;

/** Shows the lines that the server drew. The browser loads Recharts only for a person who asks to point at days. */
function Lines({ trend }: { trend: Trend }) {
  const [Pointed, setPointed] = useState<typeof PointedLines | null>(null);
  const hydrated = useHydrated();

  function point() {
    import("./pointed-lines.tsx").then(
      (fetched) => setPointed(() => fetched.PointedLines),
      () => showMessage(NOT_FETCHED),
    );
  }

  return (
    <figure className="m-0">
      <div className="flex gap-2">
        <p
          aria-hidden="true"
          className="flex w-10 shrink-0 flex-col justify-between text-right text-13 text-muted"
        >
          <span>100%</span>
          <span>{trend.least}%</span>
        </p>
        <div className="h-[140px] min-w-0 grow">
          {Pointed ? <Pointed trend={trend} /> : <DrawnLines trend={trend} />}
        </div>
      </div>
      <figcaption className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 pl-12 text-13 text-muted">
        <Span days={trend.days} />
        {hydrated && !Pointed ? (
          <TextButton className="print:hidden" onClick={point}>
            Explore the chart
          </TextButton>
        ) : null}
      </figcaption>
    </figure>
  );
}

function Span({ days }: Pick<Trend, "days">) {
  return (
    <span>
      {formatDay(days[0]?.day ?? "")} to {formatDay(days.at(-1)?.day ?? "")}; the dashed line is the average
      for that weekday
    </span>
  );
}

function DrawnLines({ trend: { lines } }: { trend: Trend }) {
  return (
    <svg
      aria-label="The percentage present on each day of the term; the figures are listed below"
      className="trend-lines"
      dangerouslySetInnerHTML={{ __html: lines }}
      preserveAspectRatio="none"
      role="img"
      viewBox={`0 0 ${LINES.width} ${LINES.height}`}
    />
  );
}
