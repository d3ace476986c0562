import { queryAll, type ReadTransaction } from "#db/index.ts";
import * as queries from "#db/queries/rollover/carried-over.ts";
import type {
  CarriedSubjectChoiceCounts,
  CarriedClass,
  CarriedLesson,
  CarriedRole,
} from "#db/queries/rollover/carried-over.ts";
import { formatDate } from "#domain/dates.ts";
import { formatShortName } from "#domain/names.ts";
import { academicYearOf, yearLabel } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import type {
  CarriedOverKind,
  CarriedOverLine,
  CarriedOver,
  NotCarriedItem,
} from "#domain/rollover/rollover.ts";

type RolloverKey = { rollover_id: number; from_term_id: number; to_term_id: number; turns_year: boolean };

/**
 * Finds the data that the rollover would carry over into the new year. Returns null if the next term is in the same
 * year.
 */
export async function findCarriedOver(
  rollover: RolloverKey,
  t: ReadTransaction,
): Promise<CarriedOver | null> {
  if (!rollover.turns_year) return null;
  const toYearId = academicYearOf(rollover.to_term_id);
  const years = { fromYearId: academicYearOf(rollover.from_term_id), toYearId };
  const [classes, withoutLead, lessons, addedLessons, teachers, deans, choices] = await queryAll(
    [
      () => queries.listClassesWithCarryOverState(years, t),
      () => queries.listClassesWithoutFormTeacher(years, t),
      () => queries.listLessonsOfYear(years, t),
      () => queries.countAddedLessons(years, t),
      () => queries.listTeachersWithCarryOverState(years, t),
      () => queries.listDeansWithCarryOverState(years, t),
      () => queries.countCarriedSubjectChoices({ ...years, rolloverId: rollover.rollover_id }, t),
    ],
    t,
  );
  const found = { classes, withoutLead, lessons, addedLessons, teachers, deans, choices };
  return carriedOver({ ...found, toYear: yearLabel(toYearId) });
}

export type CarriedOverSource = {
  toYear: string;
  classes: readonly CarriedClass[];
  withoutLead: readonly { label: string }[];
  lessons: readonly CarriedLesson[];
  addedLessons: number;
  teachers: readonly CarriedRole[];
  deans: readonly CarriedRole[];
  choices: readonly CarriedSubjectChoiceCounts[];
};

/**
 * Counts each kind of data, and names everything that is left out, so that nothing is lost without anybody noticing.
 */
function carriedOver(found: CarriedOverSource): CarriedOver {
  const { classes, lessons, addedLessons, teachers, deans, choices, toYear } = found;
  const carried = lessons.filter(({ is_carried }) => is_carried);
  const lines = [
    lineOf("classes", classes),
    {
      kind: "lessons" as const,
      carried: carried.length,
      added: addedLessons,
      leftOut: lessons.length - carried.length,
      note: substituteWords(carried.filter(({ has_substitute }) => has_substitute).length),
    },
    lineOf("formTeachers", teachers),
    lineOf("deans", deans),
    {
      kind: "choices" as const,
      carried: sumOf(choices, ({ carried: count }) => count),
      added: sumOf(choices, ({ added }) => added),
      leftOut: sumOf(choices, ({ left_out }) => left_out),
      note: "",
    },
  ];
  const notCarried = [
    ...leftOut(classes).map(({ label }) => classLeft(label, toYear)),
    ...lessons.filter(({ is_carried }) => !is_carried).map((lesson) => lessonLeft(lesson, toYear)),
    ...found.withoutLead.map(({ label }) => withoutLead(label)),
    ...leftOut(teachers).map((teacher) => teacherLeft(teacher, toYear)),
    ...leftOut(deans).map((dean) => deanLeft(dean, toYear)),
    ...choices.filter(({ left_out }) => left_out > 0).map(choiceLeft),
  ];
  return { lines: lines.filter((line) => line.carried + line.added + line.leftOut > 0), notCarried };
}

type State = Pick<CarriedClass, "state">;

function lineOf(kind: CarriedOverKind, rows: readonly State[]): CarriedOverLine {
  const count = (state: State["state"]) => rows.filter((row) => row.state === state).length;
  return { kind, carried: count("carried"), added: count("added"), leftOut: count("left out"), note: "" };
}

function leftOut<Row extends State>(rows: readonly Row[]): Row[] {
  return rows.filter(({ state }) => state === "left out");
}

function sumOf<Row>(rows: readonly Row[], count: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + count(row), 0);
}

function substituteWords(lessons: number): string {
  if (lessons === 0) return "";
  return `${formatCountOf(lessons, "lesson")} with a substitute ${lessons === 1 ? "goes" : "go"} back to the lesson’s own teacher.`;
}

function classLeft(label: string, toYear: string): NotCarriedItem {
  return {
    what: label,
    why: `No class in ${toYear} was created from this class.`,
    means:
      "The lessons of this class are not carried over. The list of students shows where the students go.",
    isGrave: true,
  };
}

function lessonLeft(lesson: CarriedLesson, toYear: string): NotCarriedItem {
  const { subject, class_label, teacher, others, has_class, is_taught } = lesson;
  const isMissed = has_class && is_taught && others.length === 0;
  return {
    what: `${class_label}, ${subject}, ${formatShortName(teacher)}`,
    why: whyLeft(lesson, toYear),
    means: isMissed
      ? `${class_label} has no teacher, no mark sheet and no line on report cards for ${subject}.`
      : takenWords(lesson),
    isGrave: isMissed,
  };
}

function whyLeft({ class_label, subject, teacher, ...lesson }: CarriedLesson, toYear: string): string {
  if (!lesson.has_class) return `${class_label} has no class in ${toYear}.`;
  if (!lesson.is_taught) return `${subject} is no longer taught.`;
  if (lesson.ended_on !== null) return `The lesson ended on ${formatDate(lesson.ended_on)}.`;
  return teacher.works ? "No teacher was chosen." : `${formatShortName(teacher)} has left.`;
}

function takenWords({ subject, class_label, others, has_class }: CarriedLesson): string {
  if (!has_class) return "There is no class to teach.";
  if (others.length === 0) return `No report card will include ${subject}.`;
  return `${others.map(formatShortName).join(" and ")} will teach ${subject} in ${class_label}.`;
}

function withoutLead(label: string): NotCarriedItem {
  return {
    what: `${label}, form teacher`,
    why: "No form teacher was chosen.",
    means: "Nobody writes the reports of the class or marks its register.",
    isGrave: true,
  };
}

function teacherLeft(teacher: CarriedRole, toYear: string): NotCarriedItem {
  return {
    what: `${formatShortName(teacher)}, ${teacher.of}`,
    why: teacher.works ? `No class was chosen for this teacher in ${toYear}.` : "This teacher has left.",
    means: "This teacher has no reports to write and no register to mark.",
    isGrave: false,
  };
}

function deanLeft(dean: CarriedRole, toYear: string): NotCarriedItem {
  return {
    what: `${formatShortName(dean)}, dean of ${dean.of}`,
    why: dean.works ? `This dean will not be dean of ${dean.of} in ${toYear}.` : "This dean has left.",
    means: `This dean cannot read the reports and mark sheets of ${dean.of}.`,
    isGrave: false,
  };
}

function choiceLeft({ subject, left_out: students }: CarriedSubjectChoiceCounts): NotCarriedItem {
  return {
    what: `${subject}, chosen by ${formatCountOf(students, "student")}`,
    why: "Subject choices are made for one year.",
    means: "These students are on no mark sheet for the subject until you add them under Subjects.",
    isGrave: true,
  };
}
