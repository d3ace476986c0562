import { WEEKDAYS } from "../weeks.rules.ts";
import type { AttendanceCalendarDay } from "./student-term.rules.ts";
import type { StudentTermAttendance } from "./read-student.server.ts";

const LOOKS: Record<AttendanceCalendarDay["look"], string> = {
  away: "bg-red font-bold text-on-red forced-color-adjust-none",
  part: "border-2 border-red font-bold text-red",
  late: "border-2 border-red font-bold text-red",
  here: "text-muted",
  none: "border border-dashed border-field",
  closed: "bg-cream-2 forced-color-adjust-none",
};

/**
 * Shows a student's days of the term, one row for each week. Absences are red, as on a register. Every day also has a
 * letter for people who cannot tell the colours apart.
 */
export function AttendanceTermCalendar({ weeks }: Pick<StudentTermAttendance, "weeks">) {
  const length = weeks[0]?.days.length ?? 0;
  return (
    <table className="w-full max-w-dialog table-fixed border-separate text-center">
      <caption className="mb-2 text-left text-13 text-muted">
        P means present, A absent, L late and E left early. Two letters stand for the morning and the
        afternoon. A dashed day has no register, and a filled day has no school.
      </caption>
      <thead>
        <tr className="text-13 text-muted">
          <th className="w-1/5 text-left font-normal" scope="col">
            Week
          </th>
          {WEEKDAYS.slice(0, length).map((weekday) => (
            <th className="font-semibold" key={weekday} scope="col">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ from, words, days }) => (
          <tr key={from}>
            <th className="whitespace-nowrap pr-2 text-left text-13 font-normal text-muted" scope="row">
              {words}
            </th>
            {days.map((day, index) => (
              <td className="h-9 p-0.5" key={day?.day ?? index}>
                {day ? <Day day={day} /> : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day: { letters, words, look } }: { day: AttendanceCalendarDay }) {
  return (
    <span className={`grid h-full place-items-center rounded-sm ${LOOKS[look]}`} title={words}>
      <span aria-hidden="true">{letters}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
