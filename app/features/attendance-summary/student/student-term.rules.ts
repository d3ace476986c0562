import {
  sessionName,
  ATTENDANCE_STATE_WORDS,
  isAbsent,
  isLate,
  LEFT_EARLY,
  PRESENT,
  type AttendanceState,
} from "#domain/daily/attendance-states.ts";
import {
  formatCount,
  averageDayFigures,
  sumDayFigures,
  type DayAttendanceCounts,
} from "#domain/daily/counting.ts";
import { formatShortDay } from "#domain/daily/day-words.ts";
import { findClosure, type SchoolCalendar } from "#domain/daily/school-days.ts";
import { listSchoolWeeks } from "../weeks.rules.ts";

type Entry = {
  day: string;
  session: number;
  state: AttendanceState;
  /** The title of the reason, such as `Sick`. */
  reason: string | null;
  is_excused: boolean;
  note: string;
};

export type AttendanceCalendarDay = {
  day: string;
  /** A letter for each session, or only one if they are all the same; empty if no register was marked. */
  letters: string;
  /** Text for screen readers, such as `Mon 22 Jun: absent, sick`. */
  words: string;
  look: "away" | "part" | "late" | "here" | "none" | "closed";
};

/** A week from Monday. A day outside the term or in the future is null. */
export type AttendanceCalendarWeek = { from: string; words: string; days: (AttendanceCalendarDay | null)[] };

type Span = { from: string; to: string };
type Given = { entries: readonly Entry[]; calendar: SchoolCalendar; sessionsPerDay: number };

/** Lists the weeks of a range of dates. Saturday and Sunday are included if a register was marked on either day. */
export function listAttendanceCalendarWeeks(span: Span, given: Given): AttendanceCalendarWeek[] {
  const weeks = listSchoolWeeks(
    given.entries.map(({ day }) => day),
    span,
  );
  return weeks.map(({ from, words, days }) => ({
    from,
    words,
    days: days.map((day) => dayIn(span, { ...given, day })),
  }));
}

function dayIn(
  { from, to }: Span,
  { day, entries, calendar, sessionsPerDay }: Given & { day: string },
): AttendanceCalendarDay | null {
  if (day < from || day > to) return null;
  const ofDay = entries.filter((entry) => entry.day === day);
  if (ofDay.length > 0) return markedDay(day, { ofDay, sessionsPerDay });
  const closing = findClosure(day, calendar);
  if (closing === null)
    return { day, letters: "", words: `${formatShortDay(day)}: no register`, look: "none" };
  const why = closing.why === "holiday" ? closing.title : "no school";
  return { day, letters: "", words: `${formatShortDay(day)}: ${why}`, look: "closed" };
}

function markedDay(
  day: string,
  { ofDay, sessionsPerDay }: { ofDay: readonly Entry[]; sessionsPerDay: number },
): AttendanceCalendarDay {
  const states = ofDay.map(({ state }) => state);
  const [first = PRESENT] = states;
  const isSame = states.every((state) => state === first);
  const said = isSame
    ? [ATTENDANCE_STATE_WORDS[first]]
    : ofDay.map(
        ({ session, state }) =>
          `${ATTENDANCE_STATE_WORDS[state]} in the ${sessionName(session, sessionsPerDay)}`,
      );
  const why = ofDay.flatMap(({ reason, is_excused, note }) => [
    reason ?? "",
    is_excused ? "excused" : "",
    note,
  ]);
  const words = [...said, ...new Set(why)].filter(Boolean).join(", ").toLowerCase();
  return {
    day,
    letters: isSame ? first : states.join(" "),
    words: `${formatShortDay(day)}: ${words}`,
    look: lookOf(states),
  };
}

function lookOf(states: readonly AttendanceState[]): AttendanceCalendarDay["look"] {
  const away = states.filter(isAbsent).length;
  if (away > 0) return away === states.length ? "away" : "part";
  return states.some((state) => isLate(state) || state === LEFT_EARLY) ? "late" : "here";
}

/** A student's days of the term. `excused` days are among the absent days; `early` counts sessions left early. */
type StudentFigures = DayAttendanceCounts & { excused: number; early: number };

export function summariseStudentAttendance(
  entries: readonly Pick<Entry, "day" | "state" | "is_excused">[],
): StudentFigures {
  const days = [...new Set(entries.map(({ day }) => day))];
  const sessionsOf = (day: string) => entries.filter((entry) => entry.day === day);
  const figures = sumDayFigures(
    days.flatMap((day) => averageDayFigures(sessionsOf(day).map(({ state }) => figuresOf(state))) ?? []),
  );
  const isExcused = ({ state, is_excused }: (typeof entries)[number]) => is_excused && isAbsent(state);
  return {
    ...figures,
    excused: days.reduce(
      (sum, day) => sum + sessionsOf(day).filter(isExcused).length / sessionsOf(day).length,
      0,
    ),
    early: entries.filter(({ state }) => state === LEFT_EARLY).length,
  };
}

/** Returns text such as `Present on 40½ of 45 days, absent on 4½ (2 excused), late twice, left early once`. */
export function describeStudentAttendance(figures: StudentFigures): string {
  const { present, absent, late, excused, early } = figures;
  if (present + absent === 0) return "Not on any register this term";
  const away = excused > 0 ? ` (${formatCount(excused)} excused)` : "";
  return [
    `Present on ${formatCount(present)} of ${formatCount(present + absent)} days`,
    absent > 0 ? `absent on ${formatCount(absent)}${away}` : "",
    late > 0 ? `late ${timesWords(late)}` : "",
    early > 0 ? `left early ${timesWords(early)}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function timesWords(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}

function figuresOf(state: AttendanceState): DayAttendanceCounts {
  return { present: isAbsent(state) ? 0 : 1, absent: isAbsent(state) ? 1 : 0, late: isLate(state) ? 1 : 0 };
}
