import type { Flavour } from "../grades.ts";
import { onOneLine } from "../text/storable-text.ts";

export type SchoolLevel = { form_level: number; group_title: string; form_classes: readonly string[] };

const MOST_LEVELS = 7;
const LONGEST_TITLE = 40;
const LONGEST_CLASS = 12;

/** The levels as people type them, one per line. */
export const STANDARD_LEVELS: Readonly<Record<Flavour, string>> = {
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
 * Reads levels from lines such as `Form 1: 1A, 1B`, the lowest first; a semicolon ends a line too. Returns the reason
 * when they cannot be read.
 */
export function readLevels(
  text: string,
): { levels: readonly SchoolLevel[]; fault: null } | { levels: null; fault: string } {
  const lines = text.split(/[\n;]/).map((line) => line.trim());
  const levels = lines.filter(Boolean).map(levelOf);
  const fault = faultOf(levels);
  return fault === null ? { levels, fault } : { levels: null, fault };
}

export function standardLevels(flavour: Flavour): readonly SchoolLevel[] {
  return STANDARD_LEVELS[flavour].split("\n").map(levelOf);
}

function levelOf(line: string, index: number): SchoolLevel {
  const [title = "", ...classes] = line.split(":");
  const form_classes = classes.join(":").split(",");
  return {
    form_level: index + 1,
    group_title: spaced(title),
    form_classes: form_classes.map(spaced).filter(Boolean),
  };
}

/** Normalises spaces. Invisible characters are no part of a name either, and the database rejects NUL. */
function spaced(text: string): string {
  return onOneLine(text.replaceAll(/\p{Cc}/gu, " "));
}

function faultOf(levels: readonly SchoolLevel[]): string | null {
  if (levels.length === 0) return "Write each level on a line of its own, such as Form 1: 1A, 1B.";
  if (levels.length > MOST_LEVELS) return `A school can have at most ${MOST_LEVELS} levels.`;
  const fault = levels.map(faultOfLevel).find((item) => item !== null);
  if (fault) return fault;
  const level = firstTwice(levels.map(({ group_title }) => group_title));
  if (level !== undefined) return `${level} is listed twice. Write all classes of a level on one line.`;
  const twice = firstTwice(levels.flatMap(({ form_classes }) => form_classes));
  return twice === undefined ? null : `${twice} is listed twice. Write each class once.`;
}

/** Finds the first repeated name, ignoring case: read aloud, `1a` and `1A` are the same. */
function firstTwice(names: readonly string[]): string | undefined {
  const alike = names.map((name) => name.toLowerCase());
  return names.find((_, index) => alike.indexOf(alike[index] ?? "") !== index);
}

function faultOfLevel({ form_level, group_title, form_classes }: SchoolLevel): string | null {
  const where = `Line ${form_level}`;
  if (group_title === "" || form_classes.length === 0)
    return `${where}: write the level, a colon and its classes, such as Form 1: 1A, 1B.`;
  if (group_title.length > LONGEST_TITLE)
    return `${where}: the name of a level can have at most ${LONGEST_TITLE} characters.`;
  const long = form_classes.find((name) => name.length > LONGEST_CLASS);
  return long === undefined
    ? null
    : `${where}: ${long} is too long. The name of a class can have at most ${LONGEST_CLASS} characters.`;
}
