import { Link } from "@remix-run/react";
import { LOW_CLASS_ATTENDANCE_PERCENT, formatRate } from "#domain/daily/attendance-limits.ts";
import type { SummaryParams } from "../params.rules.ts";
import { joinClassNames } from "#ui/classes.ts";
import { Panel } from "#ui/page/panel.tsx";
import { attendanceListUrl } from "./overview-address.rules.ts";
import { labelWidthStyle } from "./parts.tsx";
import type { TermView } from "./overview.server.ts";
import { DAY_LETTERS } from "./term.rules.ts";

type TrackerPanelProps = { term: TermView; params: SummaryParams };

/** Shows every day of each class. A class links to its students who were absent. */
export function ClassDaysPanel({ term, params }: TrackerPanelProps) {
  const { classes: all, about, rate, isByLevelOnly } = term;
  const half = Math.ceil(all.length / 2);
  const columns = all.length > 2 * FEWEST_A_COLUMN ? [all.slice(0, half), all.slice(half)] : [all];
  return (
    <Panel
      aside={`${about}; one bar for each day`}
      className="mt-4"
      flush
      heading="h3"
      title={isByLevelOnly ? "Every level, every day" : "Every class, every day"}
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
                <Link
                  className="grid min-h-[26px] grid-cols-[max(40px,var(--longest-label))_minmax(0,1fr)_52px] items-center gap-x-3 px-4 text-ink no-underline hover:bg-cream touch:min-h-11 md:px-5"
                  to={attendanceListUrl(
                    "absences",
                    item.classId === 0
                      ? { ...params, level: item.level }
                      : { ...params, classId: item.classId },
                  )}
                >
                  <strong>{item.label}</strong>
                  <Tracker letters={item.letters} />
                  <span
                    className={joinClassNames(
                      "relative text-right",
                      item.rate !== null &&
                        100 - item.rate < LOW_CLASS_ATTENDANCE_PERCENT &&
                        "font-bold text-red",
                    )}
                  >
                    {item.rate === null ? "–" : `${formatRate(100 - item.rate)}%`}
                    <span className="sr-only"> {trackerWords(item)}</span>
                  </span>
                </Link>
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
            <Link to={attendanceListUrl("absences", params)}>{formatRate(100 - rate)}% present overall</Link>
          )}
        </span>
      </p>
    </Panel>
  );
}

const FEWEST_A_COLUMN = 3;

/** Returns the text that a screen reader reads after the class and its rate. */
function trackerWords({ rate, many }: TermView["classes"][number]): string {
  if (rate === null) return "no register yet";
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

/** Sizes in tenths of a pixel: a day is 5.4 pixels wide with a gap of 1, and the gap between weeks is 2.6. */
const DAY = { width: 54, step: 64, week: 16, height: 18 };

const HEIGHTS: readonly { letter: string; height: number; className: string }[] = [
  { letter: DAY_LETTERS.few, height: 5, className: "stroke-line-2" },
  { letter: DAY_LETTERS.some, height: 11, className: "stroke-sepia" },
  { letter: DAY_LETTERS.many, height: 18, className: "stroke-red" },
  { letter: DAY_LETTERS.holiday, height: 1, className: "stroke-line-2" },
];

/** Draws a bar for each day. Both the height and the colour of the bar show how many students were absent. */
function Tracker({ letters }: { letters: string }) {
  const places = placesOf(letters);
  const width = Math.max(DAY.width, (places.at(-1)?.x ?? 0) + DAY.width);
  const at = (letter: string) => places.filter((place) => place.letter === letter).map(({ x }) => x);
  return (
    <svg
      aria-hidden="true"
      className="h-[18px] w-full forced-colors:bg-paper forced-color-adjust-none"
      preserveAspectRatio="none"
      style={letters.length === 1 ? { width: 5.4 } : undefined}
      viewBox={`0 0 ${width} ${DAY.height}`}
    >
      {HEIGHTS.map(({ letter, height, className }) => {
        const line = at(letter).map((x) => `M${x + DAY.width / 2} 18v-${height}`);
        return line.length === 0 ? null : (
          <path className={className} d={line.join("")} key={letter} strokeWidth={DAY.width} />
        );
      })}
      {at(DAY_LETTERS.unmarked).length === 0 ? null : (
        <path
          className="fill-none stroke-field"
          d={at(DAY_LETTERS.unmarked)
            .map((x) => `M${x + 4} 17.5V.5h46v17z`)
            .join("")}
          strokeDasharray="2 2"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

function placesOf(letters: string): { letter: string; x: number }[] {
  let x = 0;
  return [...letters].flatMap((letter) => {
    if (letter === " ") {
      x += DAY.week;
      return [];
    }
    x += DAY.step;
    return [{ letter, x: x - DAY.step }];
  });
}
