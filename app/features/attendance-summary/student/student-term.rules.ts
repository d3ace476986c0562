import {
  ABSENCE_REASON_WORDS,
  sessionName,
  ATTENDANCE_STATE_WORDS,
  isAbsent,
  isLate,
  PRESENT,
  type AbsenceReason,
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
import { listWeeks } from "../weeks.rules.ts";

type Entry = {
  day: string;
  session: number;
  state: AttendanceState;
  reason: AbsenceReason | null;
  note: string;
};

export type CalendarDay = {
  day: string;
  /** A letter for each session, or only one if they are all the same. Empty if no register was marked. */
  letters: string;
  /** Text for screen readers, such as `Mon 22 Jun: absent, sick`. */
  words: string;
  look: "away" | "part" | "late" | "here" | "none" | "closed";
};

/** A week from Monday. A day outside the term or in the future is null. */
export type CalendarWeek = { from: string; words: string; days: (CalendarDay | null)[] };

type Span = { from: string; to: string };
type Given = { entries: readonly Entry[]; calendar: SchoolCalendar; sessionsPerDay: number };

/** Lists the weeks of a range of dates. Saturday and Sunday are included if a register was marked on either day. */
export function listCalendarWeeks(span: Span, given: Given): CalendarWeek[] {
  const weeks = listWeeks(
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
): CalendarDay | null {
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
): CalendarDay {
  const states = ofDay.map(({ state }) => state);
  const [first = PRESENT] = states;
  const isSame = states.every((state) => state === first);
  const said = isSame
    ? [ATTENDANCE_STATE_WORDS[first]]
    : ofDay.map(
        ({ session, state }) =>
          `${ATTENDANCE_STATE_WORDS[state]} in the ${sessionName(session, sessionsPerDay)}`,
      );
  const why = ofDay.flatMap(({ reason, note }) => [
    reason === null ? "" : ABSENCE_REASON_WORDS[reason],
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

function lookOf(states: readonly AttendanceState[]): CalendarDay["look"] {
  const away = states.filter(isAbsent).length;
  if (away > 0) return away === states.length ? "away" : "part";
  return states.some(isLate) ? "late" : "here";
}

export function studentFigures(entries: readonly Pick<Entry, "day" | "state">[]): DayAttendanceCounts {
  const days = [...new Set(entries.map(({ day }) => day))];
  return sumDayFigures(
    days.flatMap((day) => {
      const sessions = entries.filter((entry) => entry.day === day);
      return averageDayFigures(sessions.map(({ state }) => figuresOf(state))) ?? [];
    }),
  );
}

/** Returns text such as `Present on 40½ of 45 days, absent on 4½, late twice`. */
export function describeStudentAttendance({ present, absent, late }: DayAttendanceCounts): string {
  if (present + absent === 0) return "Not on any register this term";
  const days = `Present on ${formatCount(present)} of ${formatCount(present + absent)} days`;
  const away = absent > 0 ? `, absent on ${formatCount(absent)}` : "";
  return `${days}${away}${late > 0 ? `, late ${timesWords(late)}` : ""}`;
}

function timesWords(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}

function figuresOf(state: AttendanceState): DayAttendanceCounts {
  return { present: isAbsent(state) ? 0 : 1, absent: isAbsent(state) ? 1 : 0, late: isLate(state) ? 1 : 0 };
}
