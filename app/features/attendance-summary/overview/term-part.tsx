import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatRate } from "#domain/daily/attendance-limits.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { Panel } from "#ui/page/panel.tsx";
import { WEEK_CHART_SIZE } from "../drawing.ts";
import type { SummaryParams } from "../params.rules.ts";
import { attendanceListUrl } from "./overview-address.rules.ts";
import { overviewUrl, type OverviewParams } from "./results/results-address.rules.ts";
import { ExploreChart } from "./explore-chart.tsx";
import type { OverviewView, TermView } from "./overview.server.ts";
import { OverviewSection } from "./parts.tsx";
import { ClassDaysPanel } from "./tracker-panel.tsx";
import { AttendanceListTable } from "./names-table.tsx";
import type { AbsenceRate, TermWeek } from "./term.rules.ts";

type TermProps = { term: TermView; view: OverviewView };
type OfTerm = { term: TermView; params: OverviewParams };

/** Shows attendance in the term up to the day: by week, weekday, level and class, and the families to call. */
export function TermAttendanceSection({ term, view: { params, isAll, today } }: TermProps) {
  return (
    <OverviewSection about={`${term.about}. Late counts as present.`} id="term" title="Attendance this term">
      <WeeksPanel params={params} term={term} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[2fr_3fr]">
        <WeekdaysPanel params={params} term={term} />
        <GroupsPanel params={params} term={term} />
      </div>
      <ClassDaysPanel params={params} term={term} />
      <LowPanel isAll={isAll} params={params} readsNumbers={today.readsNumbers} term={term} />
    </OverviewSection>
  );
}

function WeeksPanel({ term, params }: OfTerm) {
  const { weeks, scale, lines, before, hasYearAgo, rate } = term;
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
              <span>{scale.most}%</span>
              <span>{scale.least}%</span>
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
                <Link
                  aria-label={`Week of ${words}: list of absent students`}
                  to={attendanceListUrl("absences", { ...params, week: from })}
                >
                  {isSameMonth(words, weeks[index - 1]?.words) ? <Day words={words} /> : words}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <WeekRow className="now" figures={weeks.map(({ now }) => now)} title="This term" />
          {before === null ? null : (
            <WeekRow className="before" figures={weeks.map((week) => week.before)} title={before} />
          )}
          {hasYearAgo ? (
            <WeekRow className="year-ago" figures={weeks.map(({ yearAgo }) => yearAgo)} title="A year ago" />
          ) : null}
        </tbody>
      </table>
    </Panel>
  );
}

/** Shows a date. On a phone each week is on its own line, so each date includes the month. */
function Day({ words }: { words: string }) {
  const [day, month] = words.split(" ");
  return (
    <>
      {day}
      <span className="md:hidden"> {month}</span>
    </>
  );
}

function isSameMonth(words: string, before: string | undefined): boolean {
  return words.split(" ")[1] === before?.split(" ")[1];
}

type WeekRowProps = { title: string; className: string; figures: readonly TermWeek["now"][] };

function WeekRow({ title, className, figures }: WeekRowProps) {
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
          {figure === null ? "–" : formatRate(figure)}
        </td>
      ))}
    </tr>
  );
}

function WeekdaysPanel({ term: { weekdays, before, rate }, params }: OfTerm) {
  return (
    <Panel aside={lineWords(before)} flush heading="h3" title="Absence by weekday">
      <table className="figure-table bar-list text-left" role="table">
        <caption className="sr-only">The percentage absent on each weekday</caption>
        <thead className="sr-only" role="rowgroup">
          <tr role="row">
            {["Weekday", "Drawing", "Absent this term"].map((words) => (
              <th key={words} role="columnheader" scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {weekdays.map((weekday) => (
            <RateRow
              key={weekday.key}
              most={mostOf(weekdays)}
              rate={weekday}
              title={weekday.title}
              to={attendanceListUrl("absences", { ...params, weekday: weekday.key })}
            />
          ))}
        </tbody>
        <WholeRow rate={rate} title={wholeTitle(params)} />
      </table>
    </Panel>
  );
}

function GroupsPanel({ term, params }: OfTerm) {
  const { groups, before, rate, under, isByLevel } = term;
  const listTo = (list: "under-90" | "under-80" | "absences", key: number) =>
    isByLevel
      ? attendanceListUrl(list, { ...params, level: key })
      : attendanceListUrl(list, { ...params, classId: key });
  return (
    <Panel
      aside={lineWords(before)}
      flush
      heading="h3"
      title={isByLevel ? "Absence by level" : "Absence by class"}
    >
      <ExploreChart chart={({ AbsenceChart }) => <AbsenceChart term={term} />} drawn={null} />
      <table className="figure-table bar-list counted text-left" role="table">
        <caption className="sr-only">
          The percentage absent, and the number of students present for less than 90% and 80%
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {isByLevel ? "Level" : "Class"}
            </th>
            <th role="columnheader" scope="col">
              Absent this term
            </th>
            <th role="columnheader" scope="col">
              <span className="sr-only">Per cent</span>
            </th>
            <th role="columnheader" scope="col">
              Under 90%
            </th>
            <th role="columnheader" scope="col">
              Under 80%
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {groups.map((group) => (
            <RateRow
              key={group.key}
              most={mostOf(groups)}
              rate={group}
              title={
                isByLevel ? (
                  <Link
                    aria-label={`${group.title}: open the overview`}
                    to={overviewUrl({ ...params, level: group.key })}
                  >
                    {group.title}
                  </Link>
                ) : (
                  group.title
                )
              }
              to={listTo("absences", group.key)}
            >
              <Count
                count={group.low}
                of="under 90%"
                title={group.title}
                to={listTo("under-90", group.key)}
              />
              <Count
                count={group.veryLow}
                of="under 80%"
                title={group.title}
                to={listTo("under-80", group.key)}
              />
            </RateRow>
          ))}
        </tbody>
        <WholeRow rate={rate} title={wholeTitle(params)}>
          <td role="cell">
            {under.low}
            <span className="md:hidden"> under 90%</span>
          </td>
          <td role="cell">
            {under.veryLow}
            <span className="md:hidden"> under 80%</span>
          </td>
        </WholeRow>
      </table>
    </Panel>
  );
}

function wholeTitle({ level }: SummaryParams): string {
  return level === null ? "All" : "Level";
}

function lineWords(before: string | null): ReactNode {
  return before === null ? null : `black line: ${before}`;
}

function mostOf(rates: readonly AbsenceRate[]): number {
  return Math.max(1, ...rates.flatMap(({ now, before }) => [now ?? 0, before ?? 0]));
}

type RateRowProps = { title: ReactNode; rate: AbsenceRate; most: number; to: string; children?: ReactNode };

/** Shows this term's rate as a bar, with a black line at last term's rate. */
function RateRow({ title, rate: { title: name, now, before, isHigh }, most, to, children }: RateRowProps) {
  return (
    <tr className={isHigh ? "high" : undefined} role="row">
      <th role="rowheader" scope="row">
        {title}
      </th>
      <td className="bar" role="cell">
        {now === null ? (
          <small className="block text-13 text-muted">No register in this term yet</small>
        ) : (
          <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 30">
            <rect height={22} width={round((96 * now) / most)} y={4} />
            {before === null ? null : <path d={`M${round((96 * before) / most)} 0v30`} />}
          </svg>
        )}
      </td>
      <td className="rate" role="cell">
        {now === null ? (
          "–"
        ) : (
          <Link aria-label={`${formatRate(now)}% absent, ${name}: list of absent students`} to={to}>
            {formatRate(now)}%
          </Link>
        )}
      </td>
      {children}
    </tr>
  );
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}

type CountProps = { count: number; of: string; title: string; to: string };

/** A number of students. On a phone the number has a label of its own. */
function Count({ count, of, title, to }: CountProps) {
  return (
    <td role="cell">
      {count === 0 ? (
        "0"
      ) : (
        <Link aria-label={`${count} ${of}, ${title}`} to={to}>
          {count}
        </Link>
      )}
      <span className="md:hidden"> {of}</span>
    </td>
  );
}

function WholeRow({ rate, title, children }: { rate: number | null; title: string; children?: ReactNode }) {
  return (
    <tbody className="whole" role="rowgroup">
      <tr role="row">
        <th role="rowheader" scope="row">
          {title}
        </th>
        <td className="bar" role="cell" />
        <td className="rate" role="cell">
          {rate === null ? "–" : `${formatRate(rate)}%`}
        </td>
        {children}
      </tr>
    </tbody>
  );
}

type LowPanelProps = OfTerm & { isAll: boolean; readsNumbers: boolean };

function LowPanel({ term: { veryLow, under }, params, isAll, readsNumbers }: LowPanelProps) {
  return (
    <Panel
      aside={`${formatCountOf(under.veryLow, "student")}${under.veryLow > 1 ? ", lowest first" : ""}`}
      className="mt-4"
      flush
      heading="h3"
      title="Under 80% this term"
    >
      {veryLow.length === 0 ? (
        <p className="px-4 py-4 text-muted md:px-5">No student is under 80%.</p>
      ) : (
        <AttendanceListTable
          isAll={isAll}
          kind="share"
          params={params}
          readsNumbers={readsNumbers}
          rows={veryLow}
        />
      )}
      {under.low === 0 ? null : (
        <p className="panel-links">
          {under.veryLow === 0 ? null : (
            <Link to={attendanceListUrl("under-80", params)}>All {under.veryLow} under 80%</Link>
          )}
          <Link to={attendanceListUrl("under-90", params)}>All {under.low} under 90%</Link>
        </p>
      )}
    </Panel>
  );
}
