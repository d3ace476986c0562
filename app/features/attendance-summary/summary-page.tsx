import { toMonth, formatMonth } from "#domain/dates.ts";
import { registerUrl } from "#domain/paths.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import {
  AbsentTodayPanel,
  ListedLevelNote,
  StudentsToCallPanel,
  UnmarkedClassesPanel,
} from "./absent/absent-panel.tsx";
import { SchoolDayChooser, SchoolDayFigures } from "./day/day-figures.tsx";
import { countMarkedStudents } from "./day/figures.rules.ts";
import { LevelAttendanceTable } from "./day/level-table.tsx";
import { attendanceSummaryUrl } from "./params.rules.ts";
import type { SchoolDayChoice, AttendanceSummaryView } from "./summary.ts";
import { TrendPanel } from "./trend/trend-panel.tsx";

/** Shows today's attendance. It is open to the principal, administrators and people who may manage students. */
export function AttendanceSummaryPage({
  summary,
  hasDialog,
}: {
  summary: AttendanceSummaryView;
  hasDialog: boolean;
}) {
  const { figures, absent, absentToday, params, trend, readsRegisters } = summary;
  const { choice, closed, school } = figures;
  const dayTo = (day: string) => attendanceSummaryUrl({ ...params, day: day === choice.today ? null : day });
  return (
    <>
      {choice.day === choice.today && !hasDialog ? (
        <UnscriptedRefresh seconds={ATTENDANCE_SUMMARY_REFRESH_SECONDS} url={summary.url} />
      ) : null}
      <PageHead
        about={aboutWords(summary)}
        actions={
          <SchoolDayChooser choice={choice} dayTo={dayTo}>
            {params.level === null ? null : <input name="level" type="hidden" value={params.level} />}
          </SchoolDayChooser>
        }
        title="Attendance Summary"
      />
      {closed !== null && countMarkedStudents(school) === 0 ? (
        <NoSchool choice={choice} closed={closed} dayTo={dayTo} />
      ) : (
        <>
          <SchoolDayFigures figures={figures} />
          <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
            <LevelAttendanceTable
              figures={figures}
              levelTo={(level) => `${attendanceSummaryUrl({ ...params, level })}#term`}
            />
            <div className="flex flex-col gap-4">
              <StudentsToCallPanel absent={absent} params={params} />
              <UnmarkedClassesPanel
                figures={figures}
                registerTo={
                  readsRegisters ? (classId) => registerUrl({ classId, day: choice.day, session: 1 }) : null
                }
              />
            </div>
          </div>
          <AbsentTodayPanel
            absent={absentToday}
            params={params}
            title={choice.day === choice.today ? "Absent today" : "Absent on this day"}
          />
        </>
      )}
      <div className="mt-4 scroll-mt-4" id="term">
        <TrendPanel params={params} trend={trend} />
      </div>
      <MonthRegisters figures={figures} />
    </>
  );
}

/** Links to each class's monthly register, for printing. */
function MonthRegisters({ figures }: { figures: AttendanceSummaryView["figures"] }) {
  const { choice, months, listedLevel } = figures;
  if (months.length === 0) return null;
  return (
    <Panel className="mt-4 print:hidden" title={`Print registers of ${formatMonth(toMonth(choice.day))}`}>
      <ListedLevelNote level={listedLevel} />
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {months.map(({ label, url }) => (
          <li key={url}>
            <a className="inline-block min-w-6 py-1.5" href={url}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export const ATTENDANCE_SUMMARY_REFRESH_SECONDS = 120;

function aboutWords({ figures: { choice }, params, readWords }: AttendanceSummaryView): string {
  if (choice.day === choice.today) return `Today, as of ${readWords}`;
  return params.day === null
    ? "There is no school today. These are the figures of the last school day."
    : "These figures are from the registers of this day.";
}

type NoSchoolProps = { choice: SchoolDayChoice; closed: string; dayTo: (day: string) => string };

function NoSchool({ choice: { words, previous, next }, closed, dayTo }: NoSchoolProps) {
  return (
    <Panel>
      <EmptyState
        action={
          <>
            {previous === null ? null : <ButtonLink to={dayTo(previous)}>Previous school day</ButtonLink>}
            {next === null ? null : <ButtonLink to={dayTo(next)}>Next school day</ButtonLink>}
          </>
        }
        title={`No school on ${words}`}
      >
        {closed}
      </EmptyState>
    </Panel>
  );
}
