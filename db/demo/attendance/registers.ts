import { ABSENT, LATE, type AbsenceReason } from "#domain/daily/attendance-states.ts";
import { SESSIONS_PER_DAY, type Calendar, type DemoTerm } from "../calendar.ts";
import { addDays } from "#domain/dates.ts";
import { listHolidaysBetween, schoolDays } from "#domain/school/public-holidays.ts";
import type { DemoClass } from "../classes.ts";
import type { Row } from "../insert.ts";
import type { Account } from "../people/accounts.ts";
import type { DemoStudent } from "../people/demo-student.ts";
import type { Roster } from "../people/students.ts";
import { shareOf, random } from "../random.ts";

/** A session in which a student was absent or late, from which registers and term records are made. */
export type Away = {
  day: string;
  session: number;
  state: typeof ABSENT | typeof LATE;
  reason: AbsenceReason | null;
};

/** A student who was ill yesterday is likely still ill today. */
const STAYS_AWAY = 0.4;
const USUAL = 0.008;
/** The share of absences in which the student went home at noon. */
const HALF_DAYS = 0.1;
const MORNING = 1;

const REASONS: readonly { reason: AbsenceReason | null; until: number }[] = [
  { reason: "sick", until: 0.6 },
  { reason: "family", until: 0.75 },
  { reason: "other", until: 0.8 },
  { reason: null, until: 1 },
];

export function daysBefore({ term_start, term_end }: DemoTerm, today: string): string[] {
  return schoolDays(term_start, term_end < today ? term_end : addDays(today, -1));
}

/** Draws the sessions of these days that a student missed; one more day changes nothing about the earlier ones. */
export function awayOf({ id, diligence }: DemoStudent, term: DemoTerm, days: readonly string[]): Away[] {
  const chance = random(`away ${id} ${term.academic_term_id}`);
  const carelessness = 1 - diligence;
  const away: Away[] = [];
  let wasAbsent = false;
  for (const day of days) {
    wasAbsent = chance.chance(wasAbsent ? STAYS_AWAY : USUAL + 0.07 * carelessness);
    if (wasAbsent) away.push(...absence(id, day));
    else if (chance.chance(USUAL + 0.08 * carelessness))
      away.push({ day, session: MORNING, state: LATE, reason: null });
  }
  return away;
}

function absence(studentKey: number, day: string): Away[] {
  const why = shareOf(`why ${studentKey} ${day}`);
  const reason = REASONS.find(({ until }) => why < until)?.reason ?? null;
  const sessions = Array.from({ length: SESSIONS_PER_DAY }, (_, index) => index + 1);
  const isHalf = shareOf(`half ${studentKey} ${day}`) < HALF_DAYS;
  const missed = isHalf ? sessions.slice(MORNING) : sessions;
  return missed.map((session) => ({ day, session, state: ABSENT, reason }));
}

type Given = {
  calendar: Calendar;
  classes: readonly DemoClass[];
  accounts: readonly Account[];
  roster: Roster;
};

/** One class in this many has not marked its register of today yet. */
const NOT_MARKED_YET = 5;

/** The minutes of the day at which a session's registers begin to be marked, and the length of that period. */
const MARKED_AT = [8 * 60 + 5, 12 * 60 + 45];
const MARKED_WITHIN = 25;

/** Every day up to yesterday, and this morning for most classes. */
export function registerRows(params: Given): Row[] {
  return heldTerms(params).flatMap(({ held, days, today }) => {
    const formTeacher = params.accounts.find(
      ({ employee_id }) => employee_id === held.teachers.formTeacher.employee_id,
    );
    if (!formTeacher) throw new Error(`the form teacher of ${held.label} has no account`);
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

export function awayRows(params: Given): Row[] {
  return heldTerms(params).flatMap(({ held, term, days, today }) =>
    params.roster(held, term).flatMap((student) =>
      awayOf(student, term, [...days, ...today])
        .filter(({ day, session }) => session === 1 || !today.includes(day))
        .map((away) => ({ student_key: student.id, class_id: held.class_id, ...away })),
    ),
  );
}

/** All other students of each class were present. */
export const ALL_OTHERS_PRESENT = `
  insert into attendance_entries (student_key, day, session, class_id, state)
  select r.student_key, g.day, g.session, g.class_id, 'P'
    from attendance_registers g
    join academic_terms y on g.day between y.term_start and y.term_end
    join registrations r on r.class_id = g.class_id and r.academic_term_id = y.academic_term_id
      on conflict do nothing`;

export function holidayRows({ terms }: Calendar): Row[] {
  const [first, last] = [terms.at(0)?.term_start ?? "", terms.at(-1)?.next_term_start ?? ""];
  return listHolidaysBetween(first, addDays(last, -1)).map((holiday, index) => ({
    school_holiday_id: index + 1,
    ...holiday,
  }));
}

/** Pairs each class of each term with its past days, and with today when its register is marked. */
function heldTerms({ calendar, classes }: Given) {
  return calendar.terms.flatMap((term) => {
    const days = daysBefore(term, calendar.today);
    const today = calendar.today <= term.term_end ? schoolDays(calendar.today, calendar.today) : [];
    return classes
      .filter(({ academic_year_id }) => academic_year_id === term.academic_year_id)
      .map((held) => ({ held, term, days, today: held.class_id % NOT_MARKED_YET === 0 ? [] : today }));
  });
}

function markedAt({ held, day, session }: { held: DemoClass; day: string; session: number }): string {
  const later = Math.floor(MARKED_WITHIN * shareOf(`marked ${held.class_id} ${day} ${session}`));
  const minutes = (MARKED_AT[session - 1] ?? 0) + later;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${day}T${hour}:${minute}:00-04:00`;
}
