import type { ReactNode } from "react";
import { formatCount } from "#domain/daily/counting.ts";
import { DayPicker } from "#ui/daily/day-picker.tsx";
import { FigureCell, FigureCells } from "#ui/list/figure-strip.tsx";
import { describeDayFigures } from "./figures.rules.ts";
import type { DayChoice, DaySummary } from "../summary.ts";

type DayChoiceProps = { choice: DayChoice; dayTo: (day: string) => string; children?: ReactNode };

/** Shows the day, links to the school days before and after it, and a field to choose any other day. */
export function DayChooser({ choice, dayTo, children }: DayChoiceProps) {
  const { day, words, previous, next, today } = choice;
  return (
    <DayPicker
      day={day}
      latest={today}
      nextTo={next && dayTo(next)}
      previousTo={previous && dayTo(previous)}
      words={words}
    >
      {children}
    </DayPicker>
  );
}

/** Shows the figures of the whole school. Their colour samples also serve as the legend of the bars below. */
export function SchoolDayFigures({ figures: { school, classes, unmarked } }: { figures: DaySummary }) {
  const about = describeDayFigures(school, { classes, unmarked: unmarked.length });
  return (
    <FigureCells>
      <Figure about={about.present} count={school.present} swatch="bg-sepia" title="Total Attendance" />
      <Figure about={about.late} count={school.late} title="Late Attendance" />
      <Figure about={about.absent} count={school.absent} swatch="bg-red" title="Absent" />
      <Figure
        about={about.waiting}
        count={school.waiting}
        swatch="border border-field bg-paper"
        title="Not marked yet"
      >
        <Hatched className="size-full" />
      </Figure>
    </FigureCells>
  );
}

type FigureProps = { title: string; count: number; about: string; swatch?: string; children?: ReactNode };

function Figure({ title, count, about, swatch, children }: FigureProps) {
  return (
    <FigureCell>
      <div className="px-4 py-3 md:px-5">
        <p className="flex items-center gap-2.5 font-semibold">
          {swatch ? (
            <span
              aria-hidden="true"
              className={`size-4 shrink-0 overflow-hidden rounded-sm forced-color-adjust-none ${swatch}`}
            >
              {children}
            </span>
          ) : null}
          {title}
        </p>
        <p className="text-32 font-bold">{formatCount(count)}</p>
        <p className="text-13 text-muted">{about}</p>
      </div>
    </FigureCell>
  );
}

/** The hatched colour sample of the "not marked" category. */
function Hatched({ className }: { className: string }) {
  return (
    <svg className={className}>
      <rect fill="url(#hatch)" height="100%" width="100%" />
    </svg>
  );
}
