import { formatAttendanceRate } from "#domain/daily/attendance-limits.ts";
import { addDays } from "#domain/dates.ts";
import { Panel } from "#ui/page/panel.tsx";
import { WEEK_CHART_SIZE } from "../drawing.ts";
import { ExploreChart } from "./explore-chart.tsx";
import { attendanceListUrl, type OverviewParams } from "./overview-address.rules.ts";
import type { OverviewTermView } from "./overview.server.ts";
import type { TermWeek } from "./term.rules.ts";

type WeeksProps = { term: OverviewTermView; params: OverviewParams };
type PastTerm = NonNullable<OverviewTermView["before"]>;

/** Shows the percentage present in each week, as a drawing over its table. */
export function WeeksPanel({ term, params }: WeeksProps) {
  const { weeks, scale, lines, before, yearAgo, rate } = term;
  const weekIn =
    ({ day, monday }: PastTerm) =>
    (index: number) =>
      attendanceListUrl("absences", { day, level: params.level, week: addDays(monday, 7 * index) });
  if (rate === null)
    return (
      <Panel heading="h3" title="By week">
        <p className="text-muted">No registers have been marked this term.</p>
      </Panel>
    );
  return (
    <Panel aside={`per cent present; the scale starts at ${scale.least}%`} flush heading="h3" title="By week">
      <ExploreChart
        chart={({ WeeksChart }) => <WeeksChart term={term} />}
        drawn={
          <div className="week-chart">
            <p aria-hidden="true">
              {scaleLabels(scale).map((percent) => (
                <span key={percent}>{percent}%</span>
              ))}
            </p>
            <svg
              aria-label="The percentage present in each week; the figures are in the table below"
              dangerouslySetInnerHTML={{ __html: lines }}
              preserveAspectRatio="none"
              role="img"
              viewBox={`0 0 ${WEEK_CHART_SIZE.width} ${WEEK_CHART_SIZE.height}`}
            />
          </div>
        }
      />
      <table className="weeks" role="table">
        <caption className="sr-only">The percentage present in each week of the term</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Week beginning
            </th>
            {weeks.map(({ from, words }, index) => (
              <th key={from} role="columnheader" scope="col">
                {isSameMonth(words, weeks[index - 1]?.words) ? <Day words={words} /> : words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <WeekRow
            className="now"
            figures={weeks.map(({ now }) => now)}
            title="This term"
            to={(index) => attendanceListUrl("absences", { ...params, week: weeks[index]?.from ?? null })}
          />
          {before === null ? null : (
            <WeekRow
              className="before"
              figures={weeks.map((week) => week.before)}
              title={before.title}
              to={weekIn(before)}
            />
          )}
          {yearAgo === null ? null : (
            <WeekRow
              className="year-ago"
              figures={weeks.map((week) => week.yearAgo)}
              title="A year ago"
              to={weekIn(yearAgo)}
            />
          )}
        </tbody>
      </table>
    </Panel>
  );
}

const MOST_LABELS = 5;

/**
 * Returns the percentages beside the grid lines. If there are many lines, only the first and last line have a
 * percentage.
 */
function scaleLabels({ least, most }: OverviewTermView["scale"]): number[] {
  const lines = (most - least) / WEEK_CHART_SIZE.gridStep + 1;
  return lines > MOST_LABELS
    ? [most, least]
    : Array.from({ length: lines }, (_, index) => most - index * WEEK_CHART_SIZE.gridStep);
}

/** Shows a date. On a phone each week is on its own line, so each date includes the month. */
function Day({ words }: { words: string }) {
  const [day, month] = words.split(" ");
  return (
    <>
      {day}
      <span className="whitespace-pre md:hidden"> {month}</span>
    </>
  );
}

function isSameMonth(words: string, before: string | undefined): boolean {
  return words.split(" ")[1] === before?.split(" ")[1];
}

type WeekRowProps = {
  title: string;
  className: string;
  figures: readonly TermWeek["now"][];
  /** Returns the URL of the students who were absent in a week. */
  to: (index: number) => string;
};

function WeekRow({ title, className, figures, to }: WeekRowProps) {
  return (
    <tr className={className} role="row">
      <th role="rowheader" scope="row">
        <svg aria-hidden="true" className="week-key" viewBox="0 0 18 4">
          <path className="key" d="M0 2h18" />
        </svg>
        {title}
      </th>
      {figures.map((figure, index) => (
        <td key={index} role="cell">
          {figure === null ? "–" : <a href={to(index)}>{formatAttendanceRate(figure)}</a>}
        </td>
      ))}
    </tr>
  );
}
