import type { ReactNode } from "react";
import { formatCount } from "#domain/daily/counting.ts";
import { DayPicker } from "#ui/daily/day-picker.tsx";
import { FigureCell, FigureCellRow } from "#ui/list/figure-strip.tsx";
import { describeDayFigures } from "./figures.rules.ts";
import type { SchoolDayChoice, DaySummary } from "../summary.ts";

type DayChoiceProps = { choice: SchoolDayChoice; dayTo: (day: string) => string; children?: ReactNode };

/** Shows the day, links to the school days before and after it, and a field to choose any other day. */
export function SchoolDayChooser({ choice, dayTo, children }: DayChoiceProps) {
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
export function SchoolDayFigures({ figures }: { figures: DaySummary }) {
  const { school, classes, unmarkedClasses: unmarked } = figures;
  const about = describeDayFigures(school, { classes, unmarked });
  return (
    <FigureCellRow>
      <FigureCell about={about.present} swatch="bg-sepia" title="Total Attendance">
        {formatCount(school.present)}
      </FigureCell>
      <FigureCell about={about.late} title="Late Attendance">
        {formatCount(school.late)}
      </FigureCell>
      <FigureCell about={about.absent} swatch="bg-red" title="Absent">
        {formatCount(school.absent)}
      </FigureCell>
      <FigureCell about={about.waiting} swatch="hatched border border-field" title="Not marked yet">
        {formatCount(school.waiting)}
      </FigureCell>
    </FigureCellRow>
  );
}
