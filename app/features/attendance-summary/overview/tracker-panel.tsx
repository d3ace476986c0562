import { LOW_CLASS_ATTENDANCE_PERCENT, formatAttendanceRate } from "#domain/daily/attendance-limits.ts";
import type { PointerEvent, SyntheticEvent } from "react";
import { formatShortDay } from "#domain/daily/day-words.ts";
import type { AttendanceSummaryParams } from "../params.rules.ts";
import { joinClassNames } from "#ui/classes.ts";
import { Panel } from "#ui/page/panel.tsx";
import { absencesOfDayUrl, attendanceListUrl } from "./overview-address.rules.ts";
import { labelWidthStyle } from "./parts.tsx";
import type { OverviewTermView } from "./overview.server.ts";
import { DAY_STATE_LETTERS } from "./term.rules.ts";

type TrackerPanelProps = { term: OverviewTermView; params: AttendanceSummaryParams };

/** Shows every day of each class. A class links to its days; with the mouse, a bar links to its own day. */
export function ClassDaysPanel({ term, params }: TrackerPanelProps) {
  const { classes: all, about, rate, isByLevelOnly, tracked } = term;
  const half = Math.ceil(all.length / 2);
  const columns = all.length > 2 * FEWEST_A_COLUMN ? [all.slice(0, half), all.slice(half)] : [all];
  return (
    <Panel
      aside={`${about}; one bar for each day`}
      className="mt-4"
      flush
      heading="h3"
      title={isByLevelOnly ? "All levels, day by day" : "All classes, day by day"}
    >
      <div
        className={columns.length > 1 ? "lg:grid lg:grid-cols-2" : undefined}
        style={labelWidthStyle(columns.flat())}
      >
        {columns.map((column, place) => (
          <ul className={place > 0 ? "lg:border-l" : undefined} key={place}>
            {column.map((item, index) => (
              <li
                className={
                  index > 0 && !isByLevelOnly && column[index - 1]?.level !== item.level
                    ? "border-t"
                    : undefined
                }
                key={`${item.level} ${item.classId}`}
              >
                <ClassDaysLink item={item} params={params} tracked={tracked} />
              </li>
            ))}
          </ul>
        ))}
      </div>
      <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1 border-t px-4 py-2.5 text-13 text-muted md:px-5">
        <Key letters="f">under 5% absent</Key>
        <Key letters="s">5% to 10%</Key>
        <Key letters="m">10% or more and at least 3 students</Key>
        <Key letters="n">no register</Key>
        <Key letters="h">holiday</Key>
        <span className="md:ml-auto">
          {rate === null ? null : (
            <a href={attendanceListUrl("absences", params)}>
              {formatAttendanceRate(100 - rate)}% present overall
            </a>
          )}
        </span>
      </p>
    </Panel>
  );
}

const FEWEST_A_COLUMN = 3;

type TrackedClass = OverviewTermView["classes"][number];
type ClassDaysProps = {
  item: TrackedClass;
  params: AttendanceSummaryParams;
  tracked: OverviewTermView["tracked"];
};

function ClassDaysLink({ item, params: { day, level }, tracked }: ClassDaysProps) {
  const { label, rate, letters } = item;
  const place = item.classId === 0 ? { day, level: item.level } : { day, level, classId: item.classId };
  const to = `${attendanceListUrl("absences", place)}#days`;
  // A finger is wider than a bar, so a touch opens the days of the class, as the keyboard does.
  function pointAtDay({
    currentTarget: link,
    target,
    clientX,
    pointerType,
  }: PointerEvent<HTMLAnchorElement>) {
    const bars = pointerType === "mouse" && target instanceof Element ? target.closest("svg") : null;
    const pointed = bars ? tracked[findPlace(letters, bars, clientX)] : null;
    link.href = pointed ? absencesOfDayUrl(pointed, place) : to;
    link.title = pointed ? formatShortDay(pointed) : "";
  }
  // The mouse may rest on a bar while the keyboard is used.
  function pointAtClass({ currentTarget: link }: SyntheticEvent<HTMLAnchorElement>) {
    link.href = to;
    link.title = "";
  }
  return (
    <a
      className="grid min-h-[26px] grid-cols-[max(40px,var(--longest-label))_minmax(0,1fr)_52px] items-center gap-x-3 px-4 text-ink no-underline hover:bg-cream touch:min-h-11 md:px-5"
      href={to}
      onKeyDown={pointAtClass}
      onPointerDown={pointAtDay}
      onPointerLeave={pointAtClass}
      onPointerMove={pointAtDay}
    >
      <strong>{label}</strong>
      <Tracker letters={letters} />
      <span
        className={joinClassNames(
          "relative text-right",
          rate !== null && 100 - rate < LOW_CLASS_ATTENDANCE_PERCENT && "font-bold text-red",
        )}
      >
        {rate === null ? "–" : `${formatAttendanceRate(100 - rate)}%`}
        <span className="sr-only"> {trackerWords(item, tracked)}</span>
      </span>
    </a>
  );
}

/** Returns the index of the letter whose bar is at a point of the drawing, or -1 if that day has no register. */
function findPlace(letters: string, bars: Element, clientX: number): number {
  const { left, width } = bars.getBoundingClientRect();
  const places = placesOf(letters);
  const x = ((clientX - left) / width) * widthOf(places);
  const found = places.findLast((place) => place.x <= x);
  return found && ![DAY_STATE_LETTERS.unmarked, DAY_STATE_LETTERS.holiday].includes(found.letter)
    ? found.index
    : -1;
}

/** Returns the text that a screen reader reads after the class and its rate. */
function trackerWords({ rate, letters }: TrackedClass, tracked: OverviewTermView["tracked"]): string {
  if (rate === null) return "no register yet";
  const many = tracked.flatMap((day, index) =>
    day && letters[index] === DAY_STATE_LETTERS.many ? formatShortDay(day) : [],
  );
  const days = many.length === 0 ? "" : `; 10% or more absent on ${many.join(", ")}`;
  return `present${days}. See who was absent`;
}

function Key({ letters, children }: { letters: string; children: string }) {
  return (
    <span className="flex items-center gap-2">
      <Tracker letters={letters} />
      {children}
    </span>
  );
}

/** Sizes in fifths of a pixel: a day is 5.4 pixels wide with a gap of 1, and the gap between weeks is 2.6. */
const DAY = { width: 27, step: 32, week: 8, height: 18 };

/**
 * The kinds of bars, each drawn over the previous kind. A day with some absent students therefore has the bar for a
 * few as well.
 */
const BARS: readonly { letters: string; height: number; className: string }[] = [
  {
    letters: DAY_STATE_LETTERS.few + DAY_STATE_LETTERS.some + DAY_STATE_LETTERS.many,
    height: 5,
    className: "stroke-line-2",
  },
  { letters: DAY_STATE_LETTERS.some, height: 11, className: "stroke-sepia" },
  { letters: DAY_STATE_LETTERS.many, height: 18, className: "stroke-red" },
  { letters: DAY_STATE_LETTERS.holiday, height: 1, className: "stroke-line-2" },
];

/** Draws a bar for each day. Both the height and the colour of the bar show how many students were absent. */
function Tracker({ letters }: { letters: string }) {
  const places = placesOf(letters);
  const width = widthOf(places);
  const bars = BARS.map(({ letters: own, height, className }) => {
    const line = lineOf(places, {
      letters: own,
      y: DAY.height - height / 2,
      shape: `h${DAY.width}`,
      across: DAY.width,
    });
    return line && `<path class="${className}" d="${line}" stroke-width="${height}"/>`;
  });
  const boxes = lineOf(places, {
    letters: DAY_STATE_LETTERS.unmarked,
    y: 17.5,
    shape: "m2 0v-17h23v17z",
    across: 2,
  });
  const dashed = `<path class="fill-none stroke-field" d="${boxes}" stroke-dasharray="2 2" vector-effect="non-scaling-stroke"/>`;
  return (
    <svg
      aria-hidden="true"
      className="h-[18px] w-full forced-colors:bg-paper forced-color-adjust-none"
      dangerouslySetInnerHTML={{ __html: bars.join("") + (boxes && dashed) }}
      preserveAspectRatio="none"
      style={letters.length === 1 ? { width: 5.4 } : undefined}
      viewBox={`0 0 ${width} ${DAY.height}`}
    />
  );
}

type Place = { index: number; letter: string; x: number };
type Shape = { letters: string; y: number; shape: string; across: number };

/**
 * Writes a path with the shape at each of the letters' days. Distances are relative, so that the paths of a page are
 * much alike and need few bytes.
 * @param across how far to the right the shape ends
 */
function lineOf(places: readonly Place[], { letters, y, shape, across }: Shape): string {
  let end: number | null = null;
  const parts: string[] = [];
  for (const { letter, x } of places) {
    if (!letters.includes(letter)) continue;
    parts.push(end === null ? `M${x} ${y}${shape}` : `m${x - end} 0${shape}`);
    end = x + across;
  }
  return parts.join("");
}

function placesOf(letters: string): Place[] {
  let x = 0;
  return [...letters].flatMap((letter, index) => {
    if (letter === " ") {
      x += DAY.week;
      return [];
    }
    x += DAY.step;
    return [{ index, letter, x: x - DAY.step }];
  });
}

function widthOf(places: readonly Place[]): number {
  return (places.at(-1)?.x ?? 0) + DAY.width;
}
