/** Numbers of students. `present` includes `late`, so present and absent add up to everybody on the register. */
export type DayAttendanceCounts = { present: number; absent: number; late: number };

/**
 * Calculates a class's figures for a day from the registers that were taken. Each session weighs the same: a student
 * who was there for one of two sessions counts as half present and half absent. Returns null without a register.
 */
export function averageDayFigures(sessions: readonly DayAttendanceCounts[]): DayAttendanceCounts | null {
  if (sessions.length === 0) return null;
  const { present, absent, late } = sumDayFigures(sessions);
  return { present: present / sessions.length, absent: absent / sessions.length, late };
}

export function sumDayFigures(figures: readonly DayAttendanceCounts[]): DayAttendanceCounts {
  return figures.reduce(
    (sum, { present, absent, late }) => ({
      present: sum.present + present,
      absent: sum.absent + absent,
      late: sum.late + late,
    }),
    { present: 0, absent: 0, late: 0 },
  );
}

/** A student's sessions for the term record. Only sessions in which the student was on a register count. */
export type SessionAttendanceCounts = { total: number; absent: number; late: number };

/** Formats a count such as `1,204`, or `12½` when it includes half days. */
export function formatCount(count: number): string {
  const whole = Math.floor(count);
  if (count - whole === 0.5) return whole === 0 ? "½" : `${whole.toLocaleString("en")}½`;
  return TENTHS.format(count);
}

const TENTHS = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
