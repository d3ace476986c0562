import type { SchoolFlavour } from "../grades.ts";
import { toSingleLine } from "../text/storable-text.ts";

export type LevelWithFormClasses = {
  form_level: number;
  group_title: string;
  form_classes: readonly string[];
};

const MOST_LEVELS = 7;
const LONGEST_TITLE = 40;
/** The longest name of a form class, such as `Std 4`. */
export const MAX_FORM_CLASS_LENGTH = 12;

/** The usual form levels and their classes, in the format that people type: one level in each line. */
export const STANDARD_LEVELS: Readonly<Record<SchoolFlavour, string>> = {
  primary: [
    "1st Year Infants: 1st Year",
    "2nd Year Infants: 2nd Year",
    "Standard 1: Std 1",
    "Standard 2: Std 2",
    "Standard 3: Std 3",
    "Standard 4: Std 4",
    "Standard 5: Std 5",
  ].join("\n"),
  secondary: [1, 2, 3, 4, 5]
    .map((form) => `Form ${form}: ${["A", "B", "C", "D"].map((letter) => `${form}${letter}`).join(", ")}`)
    .join("\n"),
};

/**
 * Parses levels from lines such as `Form 1: 1A, 1B`, the lowest level first. A semicolon ends a line as well. If the
 * text cannot be read, `fault` is an error message.
 */
export function parseLevels(
  text: string,
): { levels: readonly LevelWithFormClasses[]; fault: null } | { levels: null; fault: string } {
  const lines = text.split(/[\n;]/).map((line) => line.trim());
  const levels = lines.filter(Boolean).map(levelOf);
  const fault = faultOf(levels);
  return fault === null ? { levels, fault } : { levels: null, fault };
}

export function standardLevels(flavour: SchoolFlavour): readonly LevelWithFormClasses[] {
  return STANDARD_LEVELS[flavour].split("\n").map(levelOf);
}

function levelOf(line: string, index: number): LevelWithFormClasses {
  const [title = "", ...classes] = line.split(":");
  const form_classes = classes.join(":").split(",");
  return {
    form_level: index + 1,
    group_title: spaced(title),
    form_classes: form_classes.map(spaced).filter(Boolean),
  };
}

/** Reduces repeated spaces in a name and removes control characters, because PostgreSQL rejects NUL. */
function spaced(text: string): string {
  return toSingleLine(text.replaceAll(/\p{Cc}/gu, " "));
}

function faultOf(levels: readonly LevelWithFormClasses[]): string | null {
  if (levels.length === 0) return "Write each level on a line of its own, such as Form 1: 1A, 1B.";
  if (levels.length > MOST_LEVELS) return `A school can have at most ${MOST_LEVELS} levels.`;
  const fault = levels.map(faultOfLevel).find((item) => item !== null);
  if (fault) return fault;
  const level = firstTwice(levels.map(({ group_title }) => group_title));
  if (level !== undefined) return `${level} is listed twice. Write all classes of a level on one line.`;
  const twice = firstTwice(levels.flatMap(({ form_classes }) => form_classes));
  return twice === undefined ? null : `${twice} is listed twice. Write each class once.`;
}

/** Finds the first name that occurs twice. Case is ignored, because `1a` and `1A` sound the same. */
function firstTwice(names: readonly string[]): string | undefined {
  const alike = names.map((name) => name.toLowerCase());
  return names.find((_, index) => alike.indexOf(alike[index] ?? "") !== index);
}

function faultOfLevel({ form_level, group_title, form_classes }: LevelWithFormClasses): string | null {
  const where = `Line ${form_level}`;
  if (group_title === "" || form_classes.length === 0)
    return `${where}: write the level, a colon and its classes, such as Form 1: 1A, 1B.`;
  if (group_title.length > LONGEST_TITLE)
    return `${where}: the name of a level can have at most ${LONGEST_TITLE} characters.`;
  const long = form_classes.find((name) => name.length > MAX_FORM_CLASS_LENGTH);
  return long === undefined
    ? null
    : `${where}: ${long} is too long. The name of a class can have at most ${MAX_FORM_CLASS_LENGTH} characters.`;
}

/** The ethnic groups that the student records of every school offer. */
export const ETHNIC_GROUPS = [
  "African",
  "East Indian",
  "Mixed",
  "Chinese",
  "Syrian or Lebanese",
  "Caucasian",
  "Other",
];

export const RELIGIONS = [
  "Anglican",
  "Hinduism",
  "Islam",
  "Jehovah's Witness",
  "Methodist",
  "Moravian",
  "None",
  "Pentecostal",
  "Presbyterian",
  "Roman Catholic",
  "Seventh-day Adventist",
  "Spiritual Baptist",
];

type OfSubjects = Readonly<Record<number, readonly string[]>>;

/** The criteria of the first year, by the subject's id. */
const INFANTS: OfSubjects = {
  33: ["Counts to 20", "Adds and takes away", "Names shapes", "Sorts and compares"],
  18: ["Listens", "Speaks in sentences", "Knows letters and sounds", "Writes own name"],
  30: ["Observes", "Asks questions", "Knows living and non-living things"],
  48: ["Knows family and home", "Shares and takes turns", "Keeps class rules"],
  6: ["Cares for plants", "Knows garden tools"],
  7: ["Runs, jumps and balances", "Plays fairly"],
  8: ["Draws and paints", "Sings and moves in time"],
  9: ["Keeps clean", "Names feelings"],
};

/** The usual criteria of the classes that are graded by criteria instead of tests, by form level and subject. */
export const STANDARD_CRITERIA: Readonly<Record<SchoolFlavour, Readonly<Record<number, OfSubjects>>>> = {
  primary: { 1: INFANTS },
  secondary: {},
};

/** `inactive` means that nobody teaches the subject now, although old marks may still refer to it. */
export type StandardSubject = { subject_id: number; title: string; abbr: string; inactive?: boolean };

/** The ids come from the school's old marks archive, so that imported marks belong to the right subjects. */
const PRIMARY: readonly StandardSubject[] = [
  { subject_id: 33, title: "Mathematics", abbr: "Maths" },
  { subject_id: 18, title: "Language Arts", abbr: "Lang. Arts" },
  { subject_id: 19, title: "Creative Writing", abbr: "Writing" },
  { subject_id: 20, title: "Reading and Comprehension", abbr: "Reading" },
  { subject_id: 30, title: "Science", abbr: "Science" },
  { subject_id: 48, title: "Social Studies", abbr: "Soc. Stud." },
  { subject_id: 6, title: "Agricultural Science", abbr: "Agri. Sci." },
  { subject_id: 49, title: "Spanish", abbr: "Spanish" },
  { subject_id: 28, title: "Information and Communication Technology", abbr: "ICT" },
  { subject_id: 7, title: "Physical Education", abbr: "PE" },
  { subject_id: 8, title: "Visual and Performing Arts", abbr: "VAPA" },
  { subject_id: 9, title: "Health and Family Life Education", abbr: "HFLE" },
  { subject_id: 41, title: "Physical Education", abbr: "PE", inactive: true },
  { subject_id: 53, title: "Visual and Performing Arts", abbr: "VAPA", inactive: true },
  { subject_id: 51, title: "Technology Education", abbr: "Tech. Ed.", inactive: true },
];

const SECONDARY: readonly StandardSubject[] = [
  { subject_id: 10, title: "Additional Mathematics", abbr: "Add. Maths" },
  { subject_id: 11, title: "Accounting", abbr: "Accounting" },
  { subject_id: 12, title: "Biology", abbr: "Biology" },
  { subject_id: 13, title: "Caribbean Studies", abbr: "Carib. Stud." },
  { subject_id: 14, title: "Chemistry", abbr: "Chemistry" },
  { subject_id: 16, title: "Economics", abbr: "Economics" },
  { subject_id: 18, title: "English Language", abbr: "English" },
  { subject_id: 19, title: "English Literature", abbr: "Literature" },
  { subject_id: 21, title: "Food and Nutrition", abbr: "Food & Nut." },
  { subject_id: 22, title: "French", abbr: "French" },
  { subject_id: 23, title: "Geography", abbr: "Geography" },
  { subject_id: 26, title: "History", abbr: "History" },
  { subject_id: 28, title: "Information and Communication Technology", abbr: "ICT" },
  { subject_id: 29, title: "Information Technology", abbr: "Info. Tech." },
  { subject_id: 30, title: "Integrated Science", abbr: "Science" },
  { subject_id: 33, title: "Mathematics", abbr: "Maths" },
  { subject_id: 37, title: "Management of Business", abbr: "Mgmt of Bus." },
  { subject_id: 38, title: "Music", abbr: "Music" },
  { subject_id: 41, title: "Physical Education", abbr: "PE" },
  { subject_id: 42, title: "Physics", abbr: "Physics" },
  { subject_id: 44, title: "Principles of Accounts", abbr: "P.O.A." },
  { subject_id: 45, title: "Principles of Business", abbr: "P.O.B." },
  { subject_id: 46, title: "Pure Mathematics", abbr: "Pure Maths" },
  { subject_id: 47, title: "Sociology", abbr: "Sociology" },
  { subject_id: 48, title: "Social Studies", abbr: "Soc. Studies" },
  { subject_id: 49, title: "Spanish", abbr: "Spanish" },
  { subject_id: 50, title: "Technical Drawing", abbr: "Tech. Draw." },
  { subject_id: 51, title: "Technology Education", abbr: "Tech. Ed." },
  { subject_id: 53, title: "Visual and Performing Arts", abbr: "VAPA" },
];

export const STANDARD_SUBJECTS: Readonly<Record<SchoolFlavour, readonly StandardSubject[]>> = {
  primary: PRIMARY,
  secondary: SECONDARY,
};
