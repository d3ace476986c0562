import type { CSSProperties, ReactNode } from "react";
import { formatCount } from "#domain/daily/counting.ts";
import { ABSENT_DAYS_BEFORE_CALL, formatOrdinal } from "#domain/daily/attendance-limits.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { DayPicker } from "#ui/daily/day-picker.tsx";
import { FigureCell, FigureCellRow } from "#ui/list/figure-strip.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { describeDayFigures, countMarkedStudents } from "../day/figures.rules.ts";
import {
  attendanceListFileUrl,
  attendanceListUrl,
  overviewUrl,
  type AttendanceListName,
} from "./overview-address.rules.ts";
import type { OverviewView } from "./overview.server.ts";
import {
  PhoneNumberLink,
  HiddenParamFields,
  labelWidthStyle,
  OverviewSection,
  AbsenceReasonText,
  StudentLink,
} from "./parts.tsx";

type OfView = { view: OverviewView };

/** Lists the students absent on the day with the phone number to call, and the classes without a register. */
export function TodaySection({ view }: OfView) {
  const { params, choice, about, closed, today } = view;
  const dayTo = (day: string) => overviewUrl({ ...params, day: day === choice.today ? null : day });
  const isClosed = closed !== null && countMarkedStudents(today.figures) === 0;
  return (
    <OverviewSection
      about={about}
      controls={
        <DayPicker
          day={choice.day}
          latest={choice.today}
          nextTo={choice.next && dayTo(choice.next)}
          previousTo={choice.previous && dayTo(choice.previous)}
          words={choice.words}
        >
          <HiddenParamFields params={{ level: params.level, term: params.term, test: params.test }} />
        </DayPicker>
      }
      id="today"
      title={choice.day === choice.today ? "Today" : choice.words}
    >
      {isClosed ? (
        <Panel>
          <p className="text-muted">{closed}</p>
        </Panel>
      ) : (
        <>
          <DayFigures view={view} />
          <AbsentPanel view={view} />
          <UnmarkedPanel view={view} />
        </>
      )}
    </OverviewSection>
  );
}

function DayFigures({ view: { params, today } }: OfView) {
  const { figures, classes, unmarked } = today;
  const about = describeDayFigures(figures, { classes, unmarked: unmarked.length });
  const to = (list: AttendanceListName) => attendanceListUrl(list, params);
  return (
    <FigureCellRow>
      <DayFigure
        about={about.present}
        count={figures.present}
        swatch="bg-sepia"
        title="Present"
        to={to("present")}
      />
      <DayFigure about={about.late} count={figures.late} title="Late" to={to("late")} />
      <DayFigure
        about={about.absent}
        count={figures.absent}
        swatch="bg-red"
        title="Absent"
        to={to("absent")}
      />
      <DayFigure
        about={about.waiting}
        count={figures.waiting}
        swatch="hatched border border-field"
        title="Not marked yet"
        to={to("not-marked")}
      />
    </FigureCellRow>
  );
}

type DayFigureProps = { title: string; count: number; about: string; swatch?: string; to: string };

function DayFigure({ title, count, to, ...rest }: DayFigureProps) {
  return (
    <FigureCell {...rest} title={title}>
      {count === 0 ? (
        0
      ) : (
        <a aria-label={`${formatCount(count)} ${title.toLowerCase()}: list of names`} href={to}>
          {formatCount(count)}
        </a>
      )}
    </FigureCell>
  );
}

function AbsentPanel({ view }: OfView) {
  const { params, isAll, today, choice } = view;
  const { absent, absentCount } = today;
  const title = choice.day === choice.today ? "Absent today" : "Absent on this day";
  if (absent.length === 0)
    return (
      <Panel heading="h3" title={title}>
        <p className="text-muted">No student has been marked absent for the whole day.</p>
      </Panel>
    );
  const isCut = absentCount > absent.length;
  return (
    <Panel aside={<AbsentWords view={view} />} className="mt-4" flush heading="h3" title={title}>
      <ol
        className="absent-list"
        style={{ ...labelWidthStyle(absent), "--rows": Math.ceil(absent.length / 3) } as CSSProperties}
      >
        {absent.map((student, index) => (
          <li key={student.studentKey}>
            <span className={absent[index - 1]?.label === student.label ? undefined : "first"}>
              {student.label}
            </span>
            <span>
              <StudentLink
                isAll={isAll}
                name={student.name}
                params={params}
                studentKey={student.studentKey}
              />
              <small>
                <Row days={student.days} reason={student.reason} />
              </small>
            </span>
            <span>
              {student.contact ? (
                <>
                  <PhoneNumberLink phone={student.contact.phone} />
                  <small>{student.contact.relation}</small>
                </>
              ) : today.readsNumbers ? (
                <small>No number</small>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
      {isCut ? (
        <p className="panel-links">
          <a href={attendanceListUrl("absent", params)}>Show all {absentCount} absent students</a>
        </p>
      ) : null}
    </Panel>
  );
}

function Row({ days, reason }: { days: number; reason: string }) {
  return (
    <>
      {days > 1 ? (
        <span className={days >= ABSENT_DAYS_BEFORE_CALL ? "font-semibold text-red" : undefined}>
          {formatOrdinal(days)} day
        </span>
      ) : null}
      {days > 1 ? ", " : null}
      <AbsenceReasonText reason={reason} />
    </>
  );
}

function AbsentWords({ view: { params, today } }: OfView): ReactNode {
  const { absentCount, toCall, withoutReason } = today;
  const file = attendanceListFileUrl(
    { ...params, list: "absent", classId: null, weekday: null, week: null },
    "pdf",
  );
  return (
    <>
      <a href={attendanceListUrl("absent", params)}>{formatCountOf(absentCount, "student")}</a> absent all day
      {toCall > 0 ? (
        <>
          ,{" "}
          <a className="font-bold text-red" href={attendanceListUrl("absent-long", params)}>
            {toCall} for three days or more
          </a>
        </>
      ) : null}
      {withoutReason > 0 ? (
        <>
          ,{" "}
          <a className="font-bold text-waiting" href={attendanceListUrl("absent-without-reason", params)}>
            {withoutReason} with no reason yet
          </a>
        </>
      ) : null}
      <span className="print:hidden">
        {" · "}
        <a href={file} target="_self">
          Print the list
        </a>
      </span>
    </>
  );
}

function UnmarkedPanel({ view: { params, today } }: OfView) {
  const { unmarked, figures } = today;
  if (unmarked.length === 0) return null;
  return (
    <Panel
      aside={
        <>
          {unmarked.length === 1 ? "1 class" : `${unmarked.length} classes`},{" "}
          <a href={attendanceListUrl("not-marked", params)}>{formatCountOf(figures.waiting, "student")}</a>
        </>
      }
      className="mt-4"
      flush
      heading="h3"
      title="No register yet"
    >
      <ul className="unmarked">
        {unmarked.map(({ classId, label, teachers, students, lastRegister, url }) => (
          <li key={classId}>
            <div className="min-w-0">
              <p>
                <strong>{label}</strong>
                {teachers ? `, ${teachers}` : null}
              </p>
              <p className="text-13 text-muted">
                <a href={attendanceListUrl("not-marked", { ...params, classId })}>
                  {formatCountOf(students, "student")}
                </a>
                , {lastRegister === null ? "no register this term" : `last register ${lastRegister}`}
              </p>
            </div>
            <a aria-label={`Open register of ${label}`} className="open" href={url}>
              Open register
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
