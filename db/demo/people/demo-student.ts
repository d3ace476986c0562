import { STUDENT_CURRENT, STUDENT_REGISTERED, STUDENT_TRANSFERRED } from "#domain/people/students.ts";
import { startYearOf, type DemoCalendar } from "../calendar.ts";
import type { DemoClass } from "../classes.ts";
import { findCurriculum, type SchoolKind } from "../kind.ts";
import { itemAt, createRandomStream, type RandomStream } from "../random.ts";
import type { DemoIdentity } from "./naming.ts";

/** A student of the demo school. All tables about students are generated from this data. */
export type DemoStudent = DemoIdentity &
  Enrolment & {
    id: number;
    student_id: string;
    date_of_birth: string;
    birth_certificate_pin: string;
    house_id: number;
    entry_date: string;
    /** The usual share of the maximum mark that the student earns, from 0 to 1. */
    ability: number;
    /** From 0 to 1. A more diligent student is absent, late or without work less often. */
    diligence: number;
  };

const LEFT = 4;
const GRADUATED = 5;

/** A student's classes over the terms. Name and other personal data are generated later. */
export type Enrolment = {
  status: number;
  /** The student's class in each term, by `academic_term_id`. */
  seats: ReadonlyMap<number, DemoClass>;
  /** The year in which the student's age group entered the first level, and the year in which this student joined. */
  firstLevelYear: number;
  entryYear: number;
  lateEntry: string | null;
  /** True when the student repeated the level in the new year. */
  repeated: boolean;
};

type Given = {
  kind: SchoolKind;
  calendar: DemoCalendar;
  classes: readonly DemoClass[];
  chance: RandomStream;
};

const REPEATS = 0.015;
const CHANGES_LETTER = 0.06;
const COMES_LATE = 0.02;
const CHANGES_CLASS = 0.01;
/** On average one of this number of students leaves during the three terms of the demo. */
const PER_LEAVER = 130;
const NEWLY_REGISTERED = 6;
const WITHOUT_CLASS = 2;

export function createEnrolments(
  kind: SchoolKind,
  calendar: DemoCalendar,
  classes: readonly DemoClass[],
): Enrolment[] {
  const params = { kind, calendar, classes, chance: createRandomStream(`${kind.flavour} enrolments`) };
  const present = classes.filter(
    ({ academic_year_id }) => academic_year_id === calendar.current.academic_year_id,
  );
  const current = present.flatMap((held) => times(sizeOf(kind, held), () => currentStudent(held, params)));
  return [
    ...current,
    ...times(Math.floor(current.length / PER_LEAVER), () => leaver(present, params)),
    ...graduates(params),
    ...times(WITHOUT_CLASS, () => ({ ...newcomer(calendar, 0), status: STUDENT_CURRENT })),
    ...times(NEWLY_REGISTERED, () => ({ ...newcomer(calendar, 1), status: STUDENT_REGISTERED })),
  ];
}

function currentStudent(held: DemoClass, params: Given): Enrolment {
  const { calendar, chance } = params;
  const turned = calendar.yearIds.length > 1;
  const repeated = turned && chance.chance(REPEATS);
  const enrolment = enrolled(held, repeated, params);
  if (!repeated && chance.chance(COMES_LATE)) return latecomer(enrolment, params);
  return chance.chance(CHANGES_CLASS) ? movedOnce(enrolment, params) : enrolment;
}

/** Places a student in this class. In terms of the year before, the student was in a class one level below. */
function enrolled(held: DemoClass, repeated: boolean, params: Given): Enrolment {
  const { calendar } = params;
  const before = classBefore(held, repeated, params);
  const seats = new Map<number, DemoClass>();
  for (const { academic_term_id, academic_year_id } of calendar.terms) {
    const isBefore = academic_year_id < held.academic_year_id;
    const seat = isBefore ? before : academic_year_id === held.academic_year_id && held;
    if (seat) seats.set(academic_term_id, seat);
  }
  const yearsIn = held.form_level - 1 + (repeated ? 1 : 0);
  const firstLevelYear = startYearOf(held.academic_year_id) - yearsIn;
  return {
    status: STUDENT_CURRENT,
    seats,
    firstLevelYear,
    entryYear: firstLevelYear,
    lateEntry: null,
    repeated,
  };
}

function classBefore(
  held: DemoClass,
  repeated: boolean,
  { calendar, classes, chance }: Given,
): DemoClass | null {
  const level = repeated ? held.form_level : held.form_level - 1;
  const year = itemAt(calendar.yearIds, 0);
  const choice = classes.filter((one) => one.academic_year_id === year && one.form_level === level);
  if (choice.length === 0) return null;
  return chance.chance(CHANGES_LETTER) ? chance.pick(choice) : itemAt(choice, held.index % choice.length);
}

/** Changes an enrolment so that the student joined from another school after the first of the three terms. */
function latecomer(enrolment: Enrolment, { calendar, chance }: Given): Enrolment {
  const joined = chance.pick(calendar.terms.slice(1));
  const seats = new Map([...enrolment.seats].filter(([termId]) => termId >= joined.academic_term_id));
  const entryYear = Number(joined.term_start.slice(0, 4));
  return { ...enrolment, seats, entryYear, lateEntry: joined.term_start };
}

/** Moves a student to another class of the level in the first term, if students choose no subjects in the level. */
function movedOnce(enrolment: Enrolment, { kind, calendar, classes, chance }: Given): Enrolment {
  const [first, second] = calendar.terms;
  const seat = first && enrolment.seats.get(first.academic_term_id);
  if (!seat || first.academic_year_id !== second?.academic_year_id) return enrolment;
  if (findCurriculum(kind, seat.form_level).choice) return enrolment;
  const sisters = classes.filter(
    (one) =>
      one.academic_year_id === seat.academic_year_id && one.form_level === seat.form_level && one !== seat,
  );
  return {
    ...enrolment,
    seats: new Map([...enrolment.seats, [first.academic_term_id, chance.pick(sisters)]]),
  };
}

function leaver(present: readonly DemoClass[], params: Given): Enrolment {
  const { calendar, chance } = params;
  const enrolment = enrolled(chance.pick(present.filter(({ form_level }) => form_level > 1)), false, params);
  const stayed = chance.between(1, calendar.terms.length - 1);
  const seats = new Map([...enrolment.seats].slice(0, stayed));
  return { ...enrolment, seats, status: chance.pick([STUDENT_TRANSFERRED, STUDENT_TRANSFERRED, LEFT]) };
}

/** Generates the graduates. There are none unless a new year began during the three terms. */
function graduates(params: Given): Enrolment[] {
  const { kind, calendar, classes } = params;
  const [lastYear, thisYear] = calendar.yearIds;
  if (!thisYear) return [];
  const leaving = classes.filter(
    ({ academic_year_id, form_level }) => academic_year_id === lastYear && form_level === kind.levels.length,
  );
  return leaving.flatMap((held) =>
    times(sizeOf(kind, held), () => ({ ...enrolled(held, false, params), status: GRADUATED })),
  );
}

/** Generates a student without a class: new and not placed yet, or registered for a later year. */
function newcomer({ current }: DemoCalendar, yearsAhead: number): Omit<Enrolment, "status"> {
  const entryYear = startYearOf(current.academic_year_id) + yearsAhead;
  return { seats: new Map(), firstLevelYear: entryYear, entryYear, lateEntry: null, repeated: false };
}

function sizeOf({ levels }: SchoolKind, { form_level, index }: DemoClass): number {
  return itemAt(itemAt(levels, form_level - 1).classes, index).size;
}

function times<Made>(count: number, make: () => Made): Made[] {
  return Array.from({ length: count }, make);
}
