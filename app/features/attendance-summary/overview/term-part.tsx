import type { ReactNode } from "react";
import { formatAttendanceRate } from "#domain/daily/attendance-limits.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { Panel } from "#ui/page/panel.tsx";
import type { AttendanceSummaryParams } from "../params.rules.ts";
import { attendanceListUrl, overviewUrl, type OverviewParams } from "./overview-address.rules.ts";
import { ExploreChart } from "./explore-chart.tsx";
import type { OverviewView, OverviewTermView } from "./overview.server.ts";
import { OverviewSection } from "./parts.tsx";
import { ClassDaysPanel } from "./tracker-panel.tsx";
import { AttendanceListTable } from "./names-table.tsx";
import type { AbsenceRate } from "./term.rules.ts";
import { WeeksPanel } from "./weeks-panel.tsx";

type TermProps = { term: OverviewTermView; view: OverviewView };
type OfTerm = { term: OverviewTermView; params: OverviewParams };
type PastTerm = NonNullable<OverviewTermView["before"]>;

/** Shows attendance in the term up to the day: by week, weekday, level and class, and the families to call. */
export function TermAttendanceSection({ term, view: { params, isAll, today } }: TermProps) {
  return (
    <OverviewSection
      about={`${term.about}. Students who came late count as present.`}
      id="term"
      title="Attendance this term"
    >
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

function WeekdaysPanel({ term, params }: OfTerm) {
  const { weekdays, before } = term;
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
              term={term}
              title={weekday.title}
              to={attendanceListUrl("absences", { ...params, weekday: weekday.key })}
            />
          ))}
        </tbody>
        <WholeRow params={params} term={term} />
      </table>
    </Panel>
  );
}

function GroupsPanel({ term, params }: OfTerm) {
  const { groups, before, under, isByLevel } = term;
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
              term={term}
              title={
                isByLevel ? (
                  <a
                    aria-label={`${group.title}: open the overview`}
                    href={overviewUrl({ ...params, level: group.key })}
                  >
                    {group.title}
                  </a>
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
        <WholeRow params={params} term={term}>
          <Count
            count={under.low}
            of="under 90%"
            title={wholeTitle(params)}
            to={attendanceListUrl("under-90", params)}
          />
          <Count
            count={under.veryLow}
            of="under 80%"
            title={wholeTitle(params)}
            to={attendanceListUrl("under-80", params)}
          />
        </WholeRow>
      </table>
    </Panel>
  );
}

function wholeTitle({ level }: AttendanceSummaryParams): string {
  return level === null ? "All" : "Level";
}

function lineWords(before: PastTerm | null): ReactNode {
  return before === null ? null : `black line: ${before.title}`;
}

function mostOf(rates: readonly AbsenceRate[]): number {
  return Math.max(1, ...rates.flatMap(({ now, before }) => [now ?? 0, before ?? 0]));
}

type RateRowProps = {
  title: ReactNode;
  rate: AbsenceRate;
  most: number;
  term: OverviewTermView;
  to: string;
  children?: ReactNode;
};

/** Shows this term's rate as a bar, with a black line at last term's rate. */
function RateRow({ title, rate, most, term, to, children }: RateRowProps) {
  const { title: name, now, before, isHigh } = rate;
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
        {before === null || term.before === null ? null : (
          <span className="sr-only">
            {term.before.title}: {formatAttendanceRate(before)}%
          </span>
        )}
      </td>
      <td className="rate" role="cell">
        {now === null ? "–" : <RateLink name={name} rate={now} to={to} />}
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
        <a aria-label={`${count} ${of}, ${title}`} href={to}>
          {count}
        </a>
      )}
      <span className="md:hidden"> {of}</span>
    </td>
  );
}

function WholeRow({ term: { rate }, params, children }: OfTerm & { children?: ReactNode }) {
  const title = wholeTitle(params);
  return (
    <tbody className="whole" role="rowgroup">
      <tr role="row">
        <th role="rowheader" scope="row">
          {title}
        </th>
        <td className="bar" role="cell" />
        <td className="rate" role="cell">
          {rate === null ? (
            "–"
          ) : (
            <RateLink name={title} rate={rate} to={attendanceListUrl("absences", params)} />
          )}
        </td>
        {children}
      </tr>
    </tbody>
  );
}

function RateLink({ rate, name, to }: { rate: number; name: string; to: string }) {
  return (
    <a aria-label={`${formatAttendanceRate(rate)}% absent, ${name}: list of absent students`} href={to}>
      {formatAttendanceRate(rate)}%
    </a>
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
      title="Attendance under 80% this term"
    >
      {veryLow.length === 0 ? (
        <p className="px-4 py-4 text-muted md:px-5">No student has attendance under 80%.</p>
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
            <a href={attendanceListUrl("under-80", params)}>All {under.veryLow} under 80%</a>
          )}
          <a href={attendanceListUrl("under-90", params)}>All {under.low} under 90%</a>
        </p>
      )}
    </Panel>
  );
}
