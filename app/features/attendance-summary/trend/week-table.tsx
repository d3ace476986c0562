import { formatShortDay } from "#domain/daily/day-words.ts";
import { useLinkClick } from "#ui/page/use-link-click.ts";
import { formatPercent } from "../day/figures.rules.ts";
import type { AttendanceTrendDay } from "../summary.ts";
import { WEEKDAYS } from "../weeks.rules.ts";
import { groupTrendByWeek } from "./trend.rules.ts";

const CELL = "h-8 border-b text-13 touch:h-11";
const HEAD = `${CELL} font-normal text-muted`;

type WeekTableProps = { days: readonly AttendanceTrendDay[]; dayTo: (day: string) => string };

/** Shows the percentages of the chart, one row for each week. A day links to its summary. */
export function WeekTable({ days, dayTo }: WeekTableProps) {
  const { weeks, usual } = groupTrendByWeek(days);
  const open = useLinkClick({ isOver: false });
  return (
    <table className="mt-2 w-full max-w-dialog table-fixed border-collapse text-right">
      <caption className="sr-only">The percentage present on each day of the term</caption>
      <thead>
        <tr>
          <th className={`${HEAD} text-left`} scope="col">
            Week
          </th>
          {usual.map((_, index) => (
            <th className={HEAD} key={WEEKDAYS[index]} scope="col">
              {WEEKDAYS[index]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ from, words, days: ofWeek }) => (
          <tr key={from}>
            <th className={`${HEAD} text-left`} scope="row">
              {words}
            </th>
            {ofWeek.map((day, index) => (
              <td className={CELL} key={WEEKDAYS[index]}>
                {day === null ? (
                  "–"
                ) : (
                  <a
                    aria-label={`${formatPercent(day.percent)}, ${formatShortDay(day.day)}`}
                    className="inline-block py-0.5 text-ink no-underline hover:text-red hover:underline touch:py-3"
                    href={dayTo(day.day)}
                    onClick={open}
                  >
                    {formatPercent(day.percent)}
                  </a>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th className={`${HEAD} text-left`} scope="row">
            Average
          </th>
          {usual.map((percent, index) => (
            <td className={`${CELL} font-semibold`} key={WEEKDAYS[index]}>
              {percent === null ? "–" : formatPercent(percent)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
