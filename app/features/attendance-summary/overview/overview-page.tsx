import type { ReactNode } from "react";
import { formatAttendanceRate } from "#domain/daily/attendance-limits.ts";
import { formatCount } from "#domain/daily/counting.ts";
import { PATHS } from "#domain/paths.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { AttendanceSummaryParams } from "../params.rules.ts";
import { attendanceListFileUrl, overviewUrl } from "./overview-address.rules.ts";
import type { OverviewView } from "./overview.server.ts";
import { FigureDefinitions, LevelLinks } from "./parts.tsx";
import { ReportWeekSection } from "./report-week-part.tsx";
import { ResultsSection } from "./results/results-part.tsx";
import { formatFigure } from "./results/results-view.rules.ts";
import { TermAttendanceSection } from "./term-part.tsx";
import { TodaySection } from "./today-part.tsx";

/** Shows attendance, results and the progress of reports, for the classes that the person may read. */
export function OverviewPage({ view }: { view: OverviewView }) {
  const { params, levels, isAll, words, today } = view;
  if (today.classes === 0)
    return (
      <>
        <PageHead title="Overview" />
        <NoClasses view={view} />
      </>
    );
  return (
    <div className="overview">
      <PageHead
        about={isAll ? null : words}
        actions={
          <>
            <ButtonLink icon="print" reloadDocument to={attendanceListFileUrl(absentOf(params), "pdf")}>
              Print today
            </ButtonLink>
            <ButtonLink
              {...DOWNLOAD_ATTRIBUTE}
              icon="download"
              reloadDocument
              to={attendanceListFileUrl(absentOf(params), "xlsx")}
            >
              Spreadsheet
            </ButtonLink>
          </>
        }
        title="Overview"
      />
      <div className="-mx-4 border-y bg-paper md:mx-0 md:rounded md:border-x print:hidden">
        <PartLinks view={view} />
        {levels.length > 1 ? (
          <LevelLinks
            all={isAll ? "Whole school" : "My classes"}
            cells={levels.map(({ level, title }) => ({ level, title }))}
            label="Classes shown"
            level={params.level}
            to={(level) => overviewUrl({ ...params, level })}
          />
        ) : null}
      </div>
      <TodaySection view={view} />
      {view.attendance ? <TermAttendanceSection term={view.attendance} view={view} /> : null}
      {view.results ? <ResultsSection params={params} results={view.results} /> : null}
      {view.reports ? <ReportWeekSection params={params} reports={view.reports} /> : null}
      <FigureDefinitions />
    </div>
  );
}

function absentOf(params: AttendanceSummaryParams) {
  return { ...params, list: "absent", classId: null, weekday: null, week: null } as const;
}

/** Explains an empty overview: the person has no class, or the day is outside the terms. */
function NoClasses({ view: { isAll, closed, choice } }: { view: OverviewView }) {
  return (
    <Panel>
      <EmptyState
        action={
          choice.previous === null ? (
            <ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>
          ) : (
            <ButtonLink to={overviewUrl({ day: choice.previous, level: null })}>
              Previous school day
            </ButtonLink>
          )
        }
        title={`No classes to show on ${choice.words}`}
      >
        {isAll
          ? (closed ?? "No class has students yet. The school office registers students under Students.")
          : "The overview shows the classes where you are form teacher, co-teacher or dean. The school office assigns them under Employees."}
      </EmptyState>
    </Panel>
  );
}

/** Links to the parts of the page, each with its main figure. On a phone the page shows one part at a time. */
function PartLinks({ view: { today, attendance, results, reports } }: { view: OverviewView }) {
  const missing = today.unmarked.length;
  return (
    <nav aria-label="Parts of the overview">
      <ul className="grid grid-cols-2 md:flex">
        <PartLink id="today" title="Today">
          {formatCount(today.figures.absent)} absent
          {missing > 0 ? `, ${formatCountOf(missing, "register")} missing` : null}
        </PartLink>
        {attendance ? (
          <PartLink id="term" title="Attendance this term">
            {attendance.rate === null
              ? "No register yet"
              : `${formatAttendanceRate(100 - attendance.rate)}% present`}
          </PartLink>
        ) : null}
        {results ? (
          <PartLink id="results" title={`Results, ${results.title}`}>
            {results.figures === null
              ? "No marks yet"
              : `Mean ${formatFigure(results.figures.mean)}, pass rate ${results.figures.passRate}%`}
          </PartLink>
        ) : null}
        {reports ? (
          <PartLink id="reports" title="Report week">
            {reports.all.signed.done.toLocaleString("en")} of {reports.all.signed.total.toLocaleString("en")}{" "}
            signed
          </PartLink>
        ) : null}
      </ul>
    </nav>
  );
}

/** Links to a part of the page. It is a plain link, because Remix's links do not update the CSS `:target`. */
function PartLink({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <li className="border-line max-md:border-b max-md:odd:border-r md:grow md:basis-0 md:border-r md:last:border-r-0 max-md:[&:last-child:nth-child(odd)]:col-span-2 max-md:[&:last-child:nth-child(odd)]:border-r-0">
      <a
        className="flex h-full flex-col border-b-[3px] border-transparent px-4 pb-2 pt-2.5 text-ink no-underline hover:border-rule md:px-5"
        href={`#${id}`}
      >
        <span className="text-13 text-muted">{title}</span>
        <strong className="font-semibold">{children}</strong>
      </a>
    </li>
  );
}
