import { Link } from "@remix-run/react";
import { formatCount } from "#domain/daily/counting.ts";
import { joinClassNames } from "#ui/classes.ts";
import { Panel } from "#ui/page/panel.tsx";
import { LEVEL_BAR_SIZE, LEVEL_BARS_ID } from "../drawing.ts";
import { countAllStudents } from "./figures.rules.ts";
import type { DaySummary, AttendanceFigures, LevelFigures } from "../summary.ts";

type LevelTableProps = {
  figures: DaySummary;
  /** Returns the URL of a level's days; null if the rows do not link anywhere. */
  levelTo: ((level: number) => string) | null;
};

/**
 * Shows how many students of each level are present, absent or not marked yet. The bars are one drawing from the
 * server, and each row shows its own slice. On a phone the numbers are above the bar.
 */
export function LevelAttendanceTable({ figures: { school, levels, bars }, levelTo }: LevelTableProps) {
  return (
    <Panel aside={`${formatCount(countAllStudents(school))} students`} flush title="By class level">
      <Drawing bars={bars} />
      <table className="figure-table level-table text-right" role="table">
        <caption className="sr-only">Attendance by class level</caption>
        <thead role="rowgroup">
          <tr role="row">
            <Head>Class</Head>
            <th aria-hidden="true" />
            <Head>Present</Head>
            <Head>Absent</Head>
            <Head>Not marked</Head>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {levels.map((level, index) => (
            <tr key={level.level} role="row">
              <th role="rowheader" scope="row">
                <LevelName level={level} to={levelTo?.(level.level) ?? null} />
              </th>
              <td aria-hidden="true" className="bar">
                <BarOf place={index} />
              </td>
              <Counts figures={level} />
            </tr>
          ))}
        </tbody>
        <tbody className="whole" role="rowgroup">
          <tr role="row">
            <th role="rowheader" scope="row">
              School
            </th>
            <td aria-hidden="true" className="bar" />
            <Counts figures={school} />
          </tr>
        </tbody>
      </table>
    </Panel>
  );
}

/** The hidden drawing of all bars. Each row shows a slice by referring to the drawing's id. */
function Drawing({ bars }: Pick<DaySummary, "bars">) {
  return (
    <svg aria-hidden="true" className="absolute" height={0} width={0}>
      <pattern height={6} id="hatch" patternTransform="rotate(45)" patternUnits="userSpaceOnUse" width={6}>
        <path className="stroke-field" d="M0 0v6" />
      </pattern>
      <defs dangerouslySetInnerHTML={{ __html: bars }} />
    </svg>
  );
}

function BarOf({ place }: { place: number }) {
  return (
    <svg
      className="h-[22px] w-full"
      preserveAspectRatio="none"
      viewBox={`0 ${place * LEVEL_BAR_SIZE.height} ${LEVEL_BAR_SIZE.width} ${LEVEL_BAR_SIZE.height}`}
    >
      <use href={`#${LEVEL_BARS_ID}`} />
    </svg>
  );
}

function Head({ children }: { children: string }) {
  return (
    <th role="columnheader" scope="col">
      {children}
    </th>
  );
}

function LevelName({ level: { title }, to }: { level: LevelFigures; to: string | null }) {
  if (to === null) return title;
  return (
    <Link aria-label={`${title}, day by day`} preventScrollReset to={to}>
      {title}
    </Link>
  );
}

function Counts({ figures: { present, absent, waiting } }: { figures: AttendanceFigures }) {
  return (
    <>
      <Count count={present} of="present" />
      <Count className="absent" count={absent} of="absent" />
      <Count className="waiting" count={waiting} of="not marked" />
    </>
  );
}

type CountProps = { count: number; of: string; className?: string };

/** A number of students. On a phone the number has a label of its own, because the table header is hidden. */
function Count({ count, of, className }: CountProps) {
  return (
    <td className={joinClassNames(className, count === 0 && "none")} role="cell">
      {count === 0 && of !== "present" ? "–" : <span>{formatCount(count)}</span>}
      <span className="md:hidden"> {of}</span>
    </td>
  );
}
