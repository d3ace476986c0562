import { noTransaction } from "#db/index.ts";
import { listClassesOfYear, type ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import { type PersonalListRow, listPersonalListRows } from "#db/queries/class-students.ts";
import { getSchool } from "#db/queries/school.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { pluralise, formatCountOf } from "#domain/text/noun.ts";
import { DEVICE_TYPES, type DeviceType } from "#domain/people/students.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { formatCountsBySex, getBegunTerm, getCurrentTermId } from "../requested-classes.server.ts";
import {
  printDocument,
  type PrintFormat,
  type PrintedDocument,
  toLetterhead,
  getPrintTime,
} from "../document.server.ts";
import { formatFormalNames, formatFilePeriod, formatPeriod } from "../report-card-words.rules.ts";

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
  { format, signal }: PrintFormat<FormatOf<"device-internet">>,
): Promise<PrintedDocument> {
  const { heading, classes, fileName } = await schoolList("Device and internet", formLevel);
  const [first] = classes;
  if (!first) throw notFound("This form level does not exist.");
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
  { format, signal }: PrintFormat<FormatOf<"school-feeding">>,
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
    period: formatPeriod(term),
    printed: getPrintTime(school),
  };
  return { heading, term, school, fileName: [title, formatFilePeriod(term)].join(" ") };
}
