import { ABSENT, LATE } from "#domain/daily/attendance-states.ts";
import { SESSIONS_PER_DAY, type DemoCalendar, type DemoTerm } from "../calendar.ts";
import { addDays } from "#domain/dates.ts";
import { listHolidaysBetween, listWorkingDays } from "#domain/school/public-holidays.ts";
import type { DemoClass } from "../classes.ts";
import type { DemoRow } from "../insert.ts";
import type { DemoUserAccount } from "../people/accounts.ts";
import type { DemoStudent } from "../people/demo-student.ts";
import type { Roster } from "../people/students.ts";
import { shareFromText, createRandomStream } from "../random.ts";

/** A session in which a student was absent or late. Registers and term reports are both generated from such sessions. */
export type DemoAbsence = {
  day: string;
  session: number;
  state: typeof ABSENT | typeof LATE;
  reason: string | null;
};

/** The probability of being absent today for a student who was absent yesterday. */
const STAYS_AWAY = 0.4;
const USUAL = 0.008;
/** The share of absences in which the student was absent only in the afternoon. */
const HALF_DAYS = 0.1;
const MORNING = 1;

const REASONS: readonly { reason: string | null; until: number }[] = [
  { reason: "sick", until: 0.6 },
  { reason: "family", until: 0.75 },
  { reason: "other", until: 0.8 },
  { reason: null, until: 1 },
];

export function listSchoolDaysBefore({ term_start, term_end }: DemoTerm, today: string): string[] {
  return listWorkingDays(term_start, term_end < today ? term_end : addDays(today, -1));
}

/** Draws a student's absences and late sessions. Generating more days never changes the earlier days. */
export function drawAbsences(
  { id, diligence }: DemoStudent,
  term: DemoTerm,
  days: readonly string[],
): DemoAbsence[] {
  const chance = createRandomStream(`away ${id} ${term.academic_term_id}`);
  const carelessness = 1 - diligence;
  const away: DemoAbsence[] = [];
  let wasAbsent = false;
  for (const day of days) {
    wasAbsent = chance.chance(wasAbsent ? STAYS_AWAY : USUAL + 0.07 * carelessness);
    if (wasAbsent) away.push(...absence(id, day));
    else if (chance.chance(USUAL + 0.08 * carelessness))
      away.push({ day, session: MORNING, state: LATE, reason: null });
  }
  return away;
}

function absence(studentKey: number, day: string): DemoAbsence[] {
  const why = shareFromText(`why ${studentKey} ${day}`);
  const reason = REASONS.find(({ until }) => why < until)?.reason ?? null;
  const sessions = Array.from({ length: SESSIONS_PER_DAY }, (_, index) => index + 1);
  const isHalf = shareFromText(`half ${studentKey} ${day}`) < HALF_DAYS;
  const missed = isHalf ? sessions.slice(MORNING) : sessions;
  return missed.map((session) => ({ day, session, state: ABSENT, reason }));
}

type Given = {
  calendar: DemoCalendar;
  classes: readonly DemoClass[];
  accounts: readonly DemoUserAccount[];
  roster: Roster;
};

/** On average, one of this number of classes has not marked today's register yet. */
const NOT_MARKED_YET = 5;

/**
 * The times at which marking of the morning and the afternoon registers begins, in minutes since midnight, and the
 * number of minutes that it takes.
 */
const MARKED_AT = [8 * 60 + 5, 12 * 60 + 45];
const MARKED_WITHIN = 25;

/** Generates the registers of every day up to yesterday. Most classes also have this morning's register. */
export function registerRows(params: Given): DemoRow[] {
  return heldTerms(params).flatMap(({ held, days, today }) => {
    const formTeacher = params.accounts.find(
      ({ employee_id }) => employee_id === held.teachers.formTeacher.employee_id,
    );
    if (!formTeacher) throw new Error(`The form teacher of ${held.label} has no account.`);
    const marked = days.flatMap((day) =>
      Array.from({ length: SESSIONS_PER_DAY }, (_, index) => ({ day, session: index + 1 })),
    );
    return [...marked, ...today.map((day) => ({ day, session: 1 }))].map(({ day, session }) => ({
      class_id: held.class_id,
      day,
      session,
      marked_by: formTeacher.account_id,
      marked_at: markedAt({ held, day, session }),
    }));
  });
}

export function absenceRows(params: Given): DemoRow[] {
  return heldTerms(params).flatMap(({ held, term, days, today }) =>
    params.roster(held, term).flatMap((student) =>
      drawAbsences(student, term, [...days, ...today])
        .filter(({ day, session }) => session === 1 || !today.includes(day))
        .map((away) => ({ student_key: student.id, class_id: held.class_id, ...away })),
    ),
  );
}

/** Marks all students without an entry as present. */
export const ALL_OTHERS_PRESENT = `
  insert into attendance_entries (student_key, day, session, class_id, state)
  select r.student_key, g.day, g.session, g.class_id, 'P'
    from attendance_registers g
    join academic_terms y on g.day between y.term_start and y.term_end
    join registrations r on r.class_id = g.class_id and r.academic_term_id = y.academic_term_id
      on conflict do nothing`;

export function holidayRows({ terms }: DemoCalendar): DemoRow[] {
  const [first, last] = [terms.at(0)?.term_start ?? "", terms.at(-1)?.next_term_start ?? ""];
  return listHolidaysBetween(first, addDays(last, -1)).map((holiday, index) => ({
    school_holiday_id: index + 1,
    ...holiday,
  }));
}

/** Pairs each class with its terms and their past days. Today is included if the class has marked today's register. */
function heldTerms({ calendar, classes }: Given) {
  return calendar.terms.flatMap((term) => {
    const days = listSchoolDaysBefore(term, calendar.today);
    const today = calendar.today <= term.term_end ? listWorkingDays(calendar.today, calendar.today) : [];
    return classes
      .filter(({ academic_year_id }) => academic_year_id === term.academic_year_id)
      .map((held) => ({ held, term, days, today: held.class_id % NOT_MARKED_YET === 0 ? [] : today }));
  });
}

function markedAt({ held, day, session }: { held: DemoClass; day: string; session: number }): string {
  const later = Math.floor(MARKED_WITHIN * shareFromText(`marked ${held.class_id} ${day} ${session}`));
  const minutes = (MARKED_AT[session - 1] ?? 0) + later;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${day}T${hour}:${minute}:00-04:00`;
}
