import { firstDayOfYear, type DemoCalendar, type DemoTerm } from "../calendar.ts";
import type { DemoClass } from "../classes.ts";
import { addDays } from "#domain/dates.ts";
import type { DemoRow } from "../insert.ts";
import type { SchoolKind } from "../kind.ts";
import { type DemoStudent, createEnrolments, type Enrolment } from "./demo-student.ts";
import { createNameGenerator } from "./naming.ts";
import { createRandomStream, type RandomStream } from "../random.ts";
import { STUDENT_REGISTERED, STUDENT_CURRENT } from "#domain/people/students.ts";

const MEAN_ABILITY = 0.7;
const SPREAD = 0.13;
const LOWEST = 0.32;
const HIGHEST = 0.97;

export function createDemoStudents(
  kind: SchoolKind,
  calendar: DemoCalendar,
  classes: readonly DemoClass[],
): DemoStudent[] {
  const chance = createRandomStream(`${kind.flavour} students`);
  const invent = createNameGenerator(chance);
  const numbers = new Map<number, number>();
  const students = createEnrolments(kind, calendar, classes).map((enrolment, index): DemoStudent => {
    const named = invent();
    const date_of_birth = birthday(kind, enrolment, chance);
    return {
      ...named,
      ...enrolment,
      id: index + 1,
      student_id: nextStudentId(kind, enrolment.entryYear, numbers),
      date_of_birth,
      birth_certificate_pin: `${date_of_birth.replaceAll("-", "")}${chance.between(1000, 9999)}`,
      house_id: (index % kind.houses.length) + 1,
      entry_date: enrolment.lateEntry ?? firstDayOfYear(enrolment.entryYear),
      ability: within(LOWEST, MEAN_ABILITY + SPREAD * chance.normal(), HIGHEST),
      diligence: within(0, 0.75 + 0.18 * chance.normal(), 1),
    };
  });
  return withProbableDuplicate(students);
}

/** Returns the next free ID: `SR-24017` is the seventeenth student who joined in 2024. */
function nextStudentId(
  { studentIdPrefix }: SchoolKind,
  entryYear: number,
  numbers: Map<number, number>,
): string {
  const number = (numbers.get(entryYear) ?? 0) + 1;
  numbers.set(entryYear, number);
  return `${studentIdPrefix}-${String(entryYear).slice(2)}${String(number).padStart(3, "0")}`;
}

/** Draws a date of birth that suits the year in which the student's age group entered the first level. */
function birthday({ firstAge }: SchoolKind, { firstLevelYear }: Enrolment, chance: RandomStream): string {
  return addDays(`${firstLevelYear - firstAge - 1}-09-01`, chance.between(0, 364));
}

function within(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

export function studentRows(
  students: readonly DemoStudent[],
  { pictures, terms }: { pictures: ReadonlyMap<number, string>; terms: readonly DemoTerm[] },
): DemoRow[] {
  const incomplete = incompleteStudent(students);
  const renumbered = renumberedStudent(students);
  return students.map((student) => ({
    id: student.id,
    student_id: student === renumbered ? FORMER_ID : student.student_id,
    first_name: student.first_name,
    last_name: student.last_name,
    other_name: student.other_name,
    date_of_birth: student === incomplete ? null : student.date_of_birth,
    birth_certificate_pin: student.birth_certificate_pin,
    gender: student === incomplete ? null : student.gender,
    house_id: student.house_id,
    entry_date: student.entry_date,
    picture: pictures.get(student.id) ?? null,
    student_status_id: student.status,
    serial_number: student.id % 9 === 0 ? null : String(student.id).padStart(4, "0"),
    status_since: student.status > STUDENT_REGISTERED ? leftOn(student, terms) : null,
  }));
}

/** Returns the day after the student's last term, or null if the student has not left. */
function leftOn({ seats }: DemoStudent, terms: readonly DemoTerm[]): string | null {
  const last = terms.findLast(({ academic_term_id }) => seats.has(academic_term_id));
  return last ? addDays(last.term_end, 1) : null;
}

export function registrationRows(students: readonly DemoStudent[], terms: readonly DemoTerm[]): DemoRow[] {
  const registrations = terms.flatMap(({ academic_term_id }) =>
    students.flatMap(({ id, seats }) => {
      const seat = seats.get(academic_term_id);
      if (!seat) return [];
      const { academic_year_id, class_id } = seat;
      return [{ student_key: id, academic_term_id, academic_year_id, class_id }];
    }),
  );
  return registrations.map((registration, index) => ({ registration_id: index + 1, ...registration }));
}

export type Roster = (held: DemoClass, term: DemoTerm) => readonly DemoStudent[];

const register = new Intl.Collator("en", { numeric: true });

export function createRosters(students: readonly DemoStudent[], terms: readonly DemoTerm[]): Roster {
  const inOrder = [...students].sort(
    (one, other) =>
      register.compare(one.last_name, other.last_name) || register.compare(one.first_name, other.first_name),
  );
  const seated = new Map<string, DemoStudent[]>();
  for (const student of inOrder) {
    for (const { academic_term_id } of terms) {
      const seat = student.seats.get(academic_term_id);
      if (!seat) continue;
      const key = `${seat.class_id} ${academic_term_id}`;
      seated.set(key, [...(seated.get(key) ?? []), student]);
    }
  }
  return ({ class_id }, { academic_term_id }) => seated.get(`${class_id} ${academic_term_id}`) ?? [];
}

/** The ID of a student from another school, which the office later replaces. */
const FORMER_ID = "OLD-4711";

/** Finds a student of the first class, for whom date of birth and sex are left empty. */
function incompleteStudent(students: readonly DemoStudent[]): DemoStudent | undefined {
  return students.find((student) => isPlaced(student) && !student.lateEntry);
}

/** Finds a student who joined later than the first term and whose ID is changed later. */
function renumberedStudent(students: readonly DemoStudent[]): DemoStudent | undefined {
  return students.find((student) => isPlaced(student) && student.lateEntry);
}

/** Returns SQL that changes this student's ID, so that the audit trail contains such a change. */
export function studentRenumberingSql(students: readonly DemoStudent[]): string {
  const studentId = renumberedStudent(students)?.student_id ?? FORMER_ID;
  return `update students set student_id = '${studentId}' where student_id = '${FORMER_ID}'`;
}

/** Adds a second record of one student, as if by mistake: no accent, the same date of birth, another PIN. */
function withProbableDuplicate(students: readonly DemoStudent[]): DemoStudent[] {
  const known = students.find(
    (student) => isPlaced(student) && plain(student.first_name) !== student.first_name,
  );
  const unplaced = students.find((student) => student.status === STUDENT_CURRENT && !isPlaced(student));
  if (!known || !unplaced) return [...students];
  const { last_name, gender, ethnicGroup, religion, look, date_of_birth } = known;
  const again = { last_name, gender, ethnicGroup, religion, look, date_of_birth };
  const twin = { ...unplaced, ...again, first_name: plain(known.first_name), other_name: "" };
  return students.map((student) => (student === unplaced ? twin : student));
}

function isPlaced({ status, seats }: DemoStudent): boolean {
  return status === STUDENT_CURRENT && seats.size > 0;
}

function plain(name: string): string {
  return name.normalize("NFD").replaceAll(/\p{M}/gu, "");
}
