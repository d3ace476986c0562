import { noTransaction } from "#db/index.ts";
import { listClassesOfYear, type ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import { type PersonalListRow, listPersonalListRows } from "#db/queries/class-students.ts";
import { getSchool } from "#db/queries/school.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { pluralise, formatCountOf } from "#domain/text/noun.ts";
import { DEVICE_TYPES, type DeviceType, type StudentGrouping } from "#domain/people/students.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { listEthnicGroupRows, listReligionRows } from "#db/queries/people/groups.ts";
import { countStudentsByGroup, type StudentCountOfGroup } from "#db/queries/reports/statistics.ts";
import { capitalise } from "#domain/text/capital.ts";
import { toCalendarDay } from "#domain/dates.ts";
import { ageReferenceDay } from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import { formatCountsBySex, getBegunTerm, getCurrentTermId } from "../requested-classes.server.ts";
import {
  printDocument,
  type PrintFormatAndSignal,
  type PrintedDocument,
  toLetterhead,
  getPrintTime,
} from "../document.server.ts";
import { formatFormalNames, formatFilePeriod, formatTermAndYear } from "../report-card-words.rules.ts";

type Counted = DocumentData["device-internet"]["devices"][number];

/** The order of devices, starting with the best for learning. Students without data come last. */
const IN_ORDER: readonly (DeviceType | null)[] = [
  "Laptop",
  "Desktop",
  "Tablet",
  "Phone",
  "Other",
  "No Device",
  null,
];
const [NO_DEVICE] = DEVICE_TYPES;

/**
 * Prints the list of the devices and internet access that students of a form level have at home.
 * @throws notFound when there is no such level
 */
export async function printDeviceInternet(
  person: Person,
  formLevel: number,
  { format, signal }: PrintFormatAndSignal<FormatOf<"device-internet">>,
): Promise<PrintedDocument> {
  const { heading, classes, fileName } = await schoolList("Device and internet", formLevel);
  const [first] = classes;
  if (!first) throw notFound("This form level does not exist. Choose another level.");
  const students = classes.flatMap((item) => item.students);
  const count = (is: (student: PersonalListRow) => boolean) => students.filter(is).length;
  const unknown = count(({ device_type }) => device_type === null);
  const data = {
    ...heading,
    about: first.group_title,
    all: first.group_title,
    aside: classes.length === 1 ? first.teacher : `${classes.length} classes`,
    counts: [
      { figure: students.length, words: pluralise(students.length, "student") },
      { figure: count(({ device_type }) => device_type === NO_DEVICE), words: "with no device" },
      {
        figure: count((each) => each.device_type !== null && !each.internet_access),
        words: "without internet",
      },
      ...(unknown > 0 ? [{ figure: unknown, words: "not recorded, so in neither count" }] : []),
    ],
    devices: IN_ORDER.map((device) => countedDevice(device, students)).filter((item) => item.students > 0),
    classes: classes.map(({ label, teacher, students: listed }) => ({
      title: label,
      teacher,
      students: listed.map((item) => ({
        name: formatRegisterName(item),
        device: item.device_type,
        isOnline: item.internet_access === true,
      })),
    })),
  };
  const order = { name: `${fileName} ${first.group_title}`, person, signal };
  return printDocument({ kind: "device-internet", format, data }, order);
}

function countedDevice(device: DeviceType | null, students: readonly PersonalListRow[]): Counted {
  const own = students.filter(({ device_type }) => device_type === device);
  const online = own.filter(({ internet_access }) => internet_access).length;
  return { device, online, offline: own.length - online, students: own.length };
}

type Strips = DocumentData["school-feeding"]["strips"];

/** Prints the students who eat at school, with the number of meals. Allergies are private and not printed. */
export async function printSchoolFeeding(
  person: Person,
  { format, signal }: PrintFormatAndSignal<FormatOf<"school-feeding">>,
): Promise<PrintedDocument> {
  const { heading, classes: all, flavour, fileName } = await schoolList("School feeding list", null);
  const classes = all.map((item) => ({
    ...item,
    students: item.students.filter((one) => one.school_feeding),
  }));
  const eating = classes.flatMap(({ students }) => students);
  const data = {
    ...heading,
    blank: "Week of",
    about: `${formatCountOf(eating.length, "meal")} a day`,
    counts: formatCountsBySex(eating).slice(0, -1),
    strips: flavour === "secondary" ? byLevel(classes) : [stripOf("School", classes)],
    classes: classes.map(({ label, teacher, students }) => ({
      title: label,
      teacher,
      students: students.map(formatRegisterName),
    })),
  };
  return printDocument({ kind: "school-feeding", format, data }, { name: fileName, person, signal });
}

/** Lays out one line for each form level, because the classes of a secondary school do not fit into one line. */
function byLevel(classes: readonly ListedClass[]): Strips {
  const titles = [...new Set(classes.map(({ group_title }) => group_title))];
  return titles.map((title) =>
    stripOf(
      title,
      classes.filter(({ group_title }) => group_title === title),
    ),
  );
}

function stripOf(title: string, classes: readonly ListedClass[]): Strips[number] {
  const meals = classes.map(({ label, students }) => ({ title: label, meals: students.length }));
  return { classes: meals, all: { title, meals: meals.reduce((sum, meal) => sum + meal.meals, 0) } };
}

type ListedClass = ClassWithTeachersRow & { teacher: string; students: PersonalListRow[] };

/** Loads the classes of the current year, or of one form level, with their students and the heading of the list. */
async function schoolList(title: string, formLevel: number | null) {
  const { heading, term, school, fileName } = await loadSchoolHeading(title);
  const { academic_term_id: academicTermId } = term;
  const taught = await listClassesOfYear(term.academic_year_id, noTransaction);
  const meant = taught.filter(({ form_level }) => formLevel === null || form_level === formLevel);
  const classIds = meant.map(({ class_id }) => class_id);
  const students = await listPersonalListRows({ classIds, academicTermId }, noTransaction);
  const classes = meant.map((item): ListedClass => ({
    ...item,
    teacher: formatFormalNames(item.teachers.filter(({ is_lead }) => is_lead)),
    students: students.filter(({ class_id }) => class_id === item.class_id),
  }));
  return { heading, classes, flavour: school.flavour, fileName };
}

type Heading = Omit<DocumentData["class-list"], "groups" | "counts" | "about">;

/** Loads the heading of a list for the whole school in the current term. @throws notFound before the first term */
export async function loadSchoolHeading(title: string) {
  const [term, school] = await Promise.all([getCurrentTermId().then(getBegunTerm), getSchool(noTransaction)]);
  const heading: Heading = {
    title,
    aside: "",
    referenceDate: null,
    keys: [],
    notes: [],
    school: toLetterhead(school),
    period: formatTermAndYear(term),
    printed: getPrintTime(school),
  };
  return { heading, term, school, fileName: [title, formatFilePeriod(term)].join(" ") };
}

type Group = { is: number | null; title: string };
type Level = DocumentData["statistics"]["levels"][number];

const UNKNOWN: Readonly<Record<StudentGrouping, string>> = {
  "ethnic group": "Not recorded",
  religion: "Not recorded",
  age: "No birth date",
};

/** Prints the numbers of boys and girls by class and group or age. By default, ages are calculated on 1 September. */
export async function printStatistics(
  person: Person,
  { by, day }: { by: StudentGrouping; day: string | null },
  { format, signal }: PrintFormatAndSignal<FormatOf<"statistics">>,
): Promise<PrintedDocument> {
  const { heading, term, school, fileName } = await loadSchoolHeading(`${capitalise(by)} statistics`);
  const { academic_term_id: academicTermId, academic_year_id: academicYearId } = term;
  const on = day ?? (by === "age" ? ageReferenceDay(academicYearId) : toCalendarDay(now(), school.time_zone));
  const counted = await countStudentsByGroup({ by, academicTermId, academicYearId, day: on }, noTransaction);
  const known = counted.filter(({ gender }) => gender !== null);
  const groups = usedGroups(await groupsBy(by, known), known);
  const enrolled = sumOf(counted);
  const data = {
    ...heading,
    by: capitalise(by),
    about: "Whole school",
    referenceDate: on,
    counts: [{ figure: enrolled, words: pluralise(enrolled, "student") }],
    notes: notesOf(counted, known),
    groups: groups.map((group) => group.title),
    levels: levelsOf(known.length > 0 ? counted : [], groups),
    shares: sharesOf(known, groups),
  };
  return printDocument({ kind: "statistics", format, data }, { name: fileName, person, signal });
}

/** Lists groups in the order of the lookup table, or ages in ascending order. Students without data come last. */
async function groupsBy(by: StudentGrouping, counted: readonly StudentCountOfGroup[]): Promise<Group[]> {
  const unknown = { is: null, title: UNKNOWN[by] };
  if (by === "ethnic group") {
    const listed = await listEthnicGroupRows(noTransaction);
    return [...listed.map(({ ethnic_group_id: is, grouping: title }) => ({ is, title })), unknown];
  }
  if (by === "religion") {
    const listed = await listReligionRows(noTransaction);
    return [...listed.map(({ religion_id: is, grouping: title }) => ({ is, title })), unknown];
  }
  const ages = counted.flatMap(({ counted: age }) => (age === null ? [] : [age]));
  const [least, most] = [Math.min(...ages), Math.max(...ages)];
  const years =
    ages.length === 0 ? [] : Array.from({ length: most - least + 1 }, (_each, index) => least + index);
  return [...years.map((age) => ({ is: age, title: String(age) })), unknown];
}

function usedGroups(groups: readonly Group[], counted: readonly StudentCountOfGroup[]): Group[] {
  const used = new Set(counted.map((item) => item.counted));
  return groups.filter(({ is }) => used.has(is));
}

function levelsOf(counted: readonly StudentCountOfGroup[], groups: readonly Group[]): Level[] {
  const distinct = <Each>(all: readonly Each[]) => [...new Set(all)];
  return distinct(counted.map(({ group_title }) => group_title)).map((title) => {
    const ofLevel = counted.filter(({ group_title }) => group_title === title);
    const classes = distinct(ofLevel.map(({ class_id }) => class_id)).map((classId) => {
      const ofClass = ofLevel.filter(({ class_id }) => class_id === classId);
      const [boys, girls] = [figuresOf(ofClass, groups, "M"), figuresOf(ofClass, groups, "F")];
      return { name: ofClass[0]?.label ?? "", boys, girls };
    });
    return { title, classes };
  });
}

function figuresOf(
  counted: readonly StudentCountOfGroup[],
  groups: readonly Group[],
  sex: "M" | "F",
): number[] {
  return groups.map(({ is }) => sumOf(counted.filter((item) => item.gender === sex && item.counted === is)));
}

/** Returns the percentage of each group among all counted students. Rounded percentages may not add up to 100. */
function sharesOf(
  known: readonly StudentCountOfGroup[],
  groups: readonly Group[],
): DocumentData["statistics"]["shares"] {
  const all = sumOf(known);
  const share = (part: readonly StudentCountOfGroup[]) =>
    all === 0 ? "" : `${((100 * sumOf(part)) / all).toFixed(1)}%`;
  return {
    groups: groups.map(({ is }) => share(known.filter(({ counted }) => counted === is))),
    boys: share(known.filter(({ gender }) => gender === "M")),
    girls: share(known.filter(({ gender }) => gender === "F")),
  };
}

/** Returns notes such as `Counted: 401 of 403 enrolled students. Left out: 2 whose sex is not recorded (Std 2 G).` */
function notesOf(counted: readonly StudentCountOfGroup[], known: readonly StudentCountOfGroup[]): string[] {
  const without = counted.filter(({ gender, students }) => gender === null && students > 0);
  if (without.length === 0) return ["Percentages are rounded."];
  const where = [...new Set(without.map(({ label }) => label))].join(", ");
  const [all, shown, leftOut] = [counted, known, without].map((item) => sumOf(item).toLocaleString("en"));
  const words = `Counted: ${shown} of ${all} enrolled students. Left out: ${leftOut} whose sex is not recorded (${where}).`;
  return [words, "Percentages are rounded."];
}

function sumOf(counted: readonly StudentCountOfGroup[]): number {
  return counted.reduce((sum, { students }) => sum + students, 0);
}
