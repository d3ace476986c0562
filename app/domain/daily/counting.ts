/** Of students: late is a part of present, so that present and absent are everybody on the register. */
export type DayFigures = { present: number; absent: number; late: number };

/**
 * A class's day: each marked session counts the same, so that who was there for half of it is half present and half
 * absent, and the sum is the class. Late is how often somebody was. Null where no session was marked.
 */
export function dayFigures(sessions: readonly DayFigures[]): DayFigures | null {
  if (sessions.length === 0) return null;
  const { present, absent, late } = sumOf(sessions);
  return { present: present / sessions.length, absent: absent / sessions.length, late };
}

export function sumOf(figures: readonly DayFigures[]): DayFigures {
  return figures.reduce(
    (sum, { present, absent, late }) => ({
      present: sum.present + present,
      absent: sum.absent + absent,
      late: sum.late + late,
    }),
    { present: 0, absent: 0, late: 0 },
  );
}

/** A student's sessions, as the term record has them: those in which the student was on a register. */
export type SessionFigures = { total: number; absent: number; late: number };

/** `1,204`, and `12½` where somebody was there for half of the day. */
export function countWords(count: number): string {
  const whole = Math.floor(count);
  if (count - whole === 0.5) return whole === 0 ? "½" : `${whole.toLocaleString("en")}½`;
  return count.toLocaleString("en", { maximumFractionDigits: 1 });
}
