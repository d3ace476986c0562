/** Numbers of students. Late is part of present, so that present and absent add up to everybody on the register. */
export type DayFigures = { present: number; absent: number; late: number };

/**
 * Calculates a class's day. Each marked session counts the same, so a student who was there for half of it is half
 * present and half absent, and the sum is the class. Late counts each time. Null when no session was marked.
 */
export function dayFigures(sessions: readonly DayFigures[]): DayFigures | null {
  if (sessions.length === 0) return null;
  const { present, absent, late } = sumFigures(sessions);
  return { present: present / sessions.length, absent: absent / sessions.length, late };
}

export function sumFigures(figures: readonly DayFigures[]): DayFigures {
  return figures.reduce(
    (sum, { present, absent, late }) => ({
      present: sum.present + present,
      absent: sum.absent + absent,
      late: sum.late + late,
    }),
    { present: 0, absent: 0, late: 0 },
  );
}

/** A student's sessions as in the term record: those in which the student was on a register. */
export type SessionFigures = { total: number; absent: number; late: number };

/** Formats `1,204`, or `12½` when a student was present for half of the day. */
export function formatCount(count: number): string {
  const whole = Math.floor(count);
  if (count - whole === 0.5) return whole === 0 ? "½" : `${whole.toLocaleString("en")}½`;
  return count.toLocaleString("en", { maximumFractionDigits: 1 });
}
