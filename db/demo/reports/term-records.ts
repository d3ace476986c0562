import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { ABSENT, LATE } from "#domain/daily/attendance-states.ts";
import { isFinishedTerm, type DemoCalendar, type DemoTerm } from "../calendar.ts";
import { drawAbsences, listSchoolDaysBefore } from "../attendance/registers.ts";
import { type DemoClass, findFormClassAt } from "../classes.ts";
import { principalComment, teacherComment, type TermSummary } from "./comments.ts";
import { addDays } from "#domain/dates.ts";
import { lastWorkingDay } from "#domain/school/public-holidays.ts";
import { TERMS_PER_YEAR } from "#domain/terms.ts";
import type { DemoRow } from "../insert.ts";
import { isSamePlace, type SchoolKind } from "../kind.ts";
import { reportsProgress, type DemoReportsProgress } from "../marks/sheets.ts";
import { drawRating } from "../marks/marks.ts";
import { itemAt, createRandomStream, type RandomStream } from "../random.ts";
import type { DemoStudent } from "../people/demo-student.ts";
import type { Roster } from "../people/students.ts";

type Given = {
  kind: SchoolKind;
  calendar: DemoCalendar;
  classes: readonly DemoClass[];
  roster: Roster;
  resultOf: (studentKey: number, termId: number) => TermSummary;
  signer: { account_id: number; signature: string | null };
};

const PARTICIPATION = ["Fair", "Good", "Very good", "Excellent"];
const PROJECT = ["Not handed in", "Completed", "Merit", "Distinction"];
const PASSING = 0.45;

export function termRecordRows(params: Given): DemoRow[] {
  const { kind, calendar, classes, roster } = params;
  const chance = createRandomStream(`${kind.flavour} term records`);
  const records = calendar.terms.flatMap((term) => {
    const days = listSchoolDaysBefore(term, calendar.today);
    return classes
      .filter(({ academic_year_id }) => academic_year_id === term.academic_year_id)
      .flatMap((held) => {
        const students = roster(held, term);
        const { written, signed } = progressOf(held, term, params);
        return students.map((student, index) => ({
          student_key: student.id,
          academic_term_id: term.academic_term_id,
          total_sessions: term.total_sessions,
          ...report(
            { student, held, term, days, isWritten: index < students.length * written },
            params,
            chance,
          ),
          ...signature({ student, term, signed }, params, chance),
          ...returned({ held, term, place: index }, params),
        }));
      });
  });
  return records.map((record, index) => ({ term_record_id: index + 1, ...record }));
}

function progressOf(held: DemoClass, term: DemoTerm, { kind, calendar }: Given): DemoReportsProgress {
  if (isFinishedTerm(term, calendar)) return { written: 1, signed: true };
  if (isSamePlace(held, kind.places.formTeacher)) return { written: 0.5, signed: false };
  return reportsProgress(held);
}

type Report = {
  student: DemoStudent;
  held: DemoClass;
  term: DemoTerm;
  days: readonly string[];
  isWritten: boolean;
};

function report(
  { student, held, term, days, isWritten }: Report,
  { kind, calendar, resultOf }: Given,
  chance: RandomStream,
): DemoRow {
  const away = isWritten ? drawAbsences(student, term, days) : null;
  const decision = isWritten ? decisionOf(student, held, { kind, calendar, term }) : null;
  const ratings = BEHAVIOUR_FIELDS.map((behaviour) => [
    behaviour,
    isWritten ? drawRating(student.diligence, chance) : null,
  ]);
  return {
    sessions_absent: away && away.filter(({ state }) => state === ABSENT).length,
    sessions_late: away && away.filter(({ state }) => state === LATE).length,
    // The sessions of a finished term are counted from its registers, because every day is marked.
    sessions_taken_at: isFinishedTerm(term, calendar) ? `${term.term_end}T14:30:00-04:00` : null,
    participation: isWritten ? worded(PARTICIPATION, student.diligence, chance) : "",
    project: isWritten ? worded(PROJECT, student.ability, chance) : "",
    ...Object.fromEntries(ratings),
    teacher_comment: isWritten
      ? teacherComment(student, resultOf(student.id, term.academic_term_id), chance)
      : "",
    promotion_progress: isWritten ? student.ability > PASSING : null,
    promoted_to: decision?.promoted_to ?? null,
    repeating: decision?.repeating ?? null,
  };
}

/** Picks a text from the list. A higher share gives a later text. */
function worded(words: readonly string[], share: number, chance: RandomStream): string {
  const place = Math.floor(words.length * (share + 0.1 * chance.normal()));
  return itemAt(words, Math.min(words.length - 1, Math.max(0, place)));
}

type Signing = { student: DemoStudent; term: DemoTerm; signed: boolean };

function signature(
  { student, term, signed }: Signing,
  { calendar, resultOf, signer }: Given,
  chance: RandomStream,
): DemoRow {
  if (!signed) return { principal_comment: "", signed_by: null, signed_at: null, signature: null };
  const result = resultOf(student.id, term.academic_term_id);
  const dayBefore = isFinishedTerm(term, calendar) ? addDays(term.term_end, -1) : addDays(calendar.today, -1);
  return {
    principal_comment: principalComment(student, result, chance),
    signed_by: signer.account_id,
    signed_at: `${lastWorkingDay(dayBefore)}T13:40:00-04:00`,
    signature: signer.signature,
  };
}

type Returning = { held: DemoClass; term: DemoTerm; place: number };

/** Returns the columns of a returned report. One report of the demo form teacher's class waits for corrections. */
function returned({ held, term, place }: Returning, { kind, calendar, signer }: Given): DemoRow {
  const isReturned =
    place === 1 && !isFinishedTerm(term, calendar) && isSamePlace(held, kind.places.formTeacher);
  if (!isReturned) return { returned_by: null, returned_at: null, return_reason: null };
  return {
    returned_by: signer.account_id,
    returned_at: `${lastWorkingDay(addDays(calendar.today, -1))}T09:20:00-04:00`,
    return_reason: "Please say in the comment what the family can do at home.",
  };
}

/** The form class to move up to, or the one to repeat. Both are null before the third term and in the last level. */
export type DemoDecision = { promoted_to: string | null; repeating: string | null };

const UNDECIDED: DemoDecision = { promoted_to: null, repeating: null };
const TOO_LOW = 0.36;

/** Returns the decision about a student, or what actually happened if the new year has already begun. */
function decisionOf(
  student: DemoStudent,
  held: DemoClass,
  { kind, calendar, term }: { kind: SchoolKind; calendar: DemoCalendar; term: DemoTerm },
): DemoDecision {
  if (term.term !== TERMS_PER_YEAR) return UNDECIDED;
  const seat = seatAfter(student, term, calendar);
  const repeats = isFinishedTerm(term, calendar) ? student.repeated : student.ability < TOO_LOW;
  if (repeats) return { promoted_to: null, repeating: seat?.form_class_id ?? held.form_class_id };
  return { promoted_to: seat?.form_class_id ?? formClassAbove(kind, held, student), repeating: null };
}

function seatAfter(
  { seats }: DemoStudent,
  { academic_term_id }: DemoTerm,
  { terms }: DemoCalendar,
): DemoClass | null {
  const next = terms.find((term) => term.academic_term_id > academic_term_id);
  return (next && seats.get(next.academic_term_id)) ?? null;
}

/** Returns a form class one level up, usually the one with the same letter. */
function formClassAbove(
  kind: SchoolKind,
  { form_level, index }: DemoClass,
  { id }: DemoStudent,
): string | null {
  const above = kind.levels[form_level];
  const here = kind.levels[form_level - 1];
  if (!above || !here) return null;
  const turn = id % Math.ceil(above.classes.length / here.classes.length);
  return findFormClassAt(kind, {
    form_level: form_level + 1,
    index: (index + turn * here.classes.length) % above.classes.length,
  });
}
