import { PATHS, withQuery } from "#domain/paths.ts";
import { purposeUrl } from "../current-term/current-term.rules.ts";
import { classesOf, nextYearUrl, someOf } from "../next-year/next-year.rules.ts";
import {
  formatMore,
  type Finding,
  type Group,
  type Item,
  type LinkedText,
  type Readiness,
  type SchoolFindings,
  type Ways,
  formatNumber,
  mostFirst,
  sumOf,
  type Nowhere,
  type YearFindings,
} from "./readiness.ts";
import * as ofTerm from "./of-term.rules.ts";

type Find = (school: SchoolFindings, ways: Ways) => Finding | null;

/** The needs of a new term, in the order of the board; a function returns null for a need that does not apply. */
const ASKED: readonly Find[] = [
  ofTerm.dates,
  classes,
  nextClasses,
  findMissingDestinations,
  ofTerm.marks,
  ofTerm.reports,
  ofTerm.signatures,
  decisions,
  ofTerm.posting,
  ofTerm.formTeachers,
  nextTeachers,
  lessons,
];

/** Sorts the items into those that stop the rollover, those better done first, and those that are ready. */
export function groupsOf(school: SchoolFindings, ways: Ways): Readiness["groups"] {
  const groups: Record<Group, Item[]> = { stops: [], better: [], ready: [] };
  for (const find of ASKED) {
    const finding = find(school, ways);
    if (finding && finding.of !== 0) groups[groupOf(finding)].push(itemOf(finding));
  }
  return { ...groups, ready: groups.ready.filter(({ name }) => !isNamedIn(groups.stops, name)) };
}

function groupOf({ missing, stops = false }: Finding): Group {
  if (missing === 0) return "ready";
  return stops ? "stops" : "better";
}

function itemOf(finding: Finding): Item {
  const { name, missing, of, why, done, mend, see } = finding;
  if (missing === 0) return { name, why: done, places: [], figure: null, mend: see };
  return { name, why, places: shownPlaces(finding), figure: of === null ? null : { missing, of }, mend };
}

/** Returns places such as `2B 19 · 3E 14 · 5D 8 · 6 more classes`; a single remaining place is named, not counted. */
function shownPlaces({ places, unnamed = 0, most, others: { noun, to } }: Finding): LinkedText[] {
  const isAllButOne = unnamed === 0 && places.length === most + 1;
  const shown = isAllButOne ? places : places.slice(0, most);
  const left = places.length + unnamed - shown.length;
  return left === 0 ? [...shown] : [...shown, { words: formatMore(left, noun), to }];
}

/** An item that is ready is left out if one of the same name stops the rollover. */
function isNamedIn(items: readonly Item[], name: string): boolean {
  return items.some((item) => item.name === name);
}

/**
 * The functions of this file find the further needs at the end of a year: the class of each student next year, and its
 * teachers.
 */

/** Next year's classes are made from this year's; without them no student has a place. */
function classes({ year }: SchoolFindings): Finding | null {
  if (!year) return null;
  const { toYear, here, coming } = year;
  const without = here.filter(({ isMade }) => !isMade);
  return {
    name: "Classes",
    missing: without.length,
    of: here.length,
    stops: coming.length === 0,
    why: coming.length === 0 ? `${toYear} has no classes yet.` : `Classes that are missing in ${toYear}.`,
    done: `${classesOf(coming.length)} in ${toYear}`,
    places: coming.length === 0 ? [] : without.map(({ label }) => ({ words: label, to: nextYearUrl() })),
    most: 6,
    others: { noun: "class", to: nextYearUrl() },
    mend: { words: "Make classes", to: nextYearUrl() },
    see: { words: "See classes", to: nextYearUrl() },
  };
}

/** A class without a class to go up into: somebody chooses one under Next year's classes. */
function nextClasses({ year }: SchoolFindings): Finding | null {
  if (!year || year.coming.length === 0) return null;
  const left = year.nowhere.filter((item) => !isForThemAlone(item));
  const byClass = new Map<string, number>();
  for (const { classLabel, students } of left) {
    const label = classLabel ?? "No class";
    byClass.set(label, (byClass.get(label) ?? 0) + students);
  }
  return {
    ...placed(year, left),
    why: `These students have no class in ${year.toYear} yet.`,
    places: mostFirst([...byClass], ([, count]) => count).map(([label, count]) => ({
      words: `${label} ${formatNumber(count)}`,
      to: nextYearUrl(),
    })),
    others: { noun: "class", to: nextYearUrl() },
    mend: { words: "Choose classes", to: nextYearUrl() },
  };
}

/** A report or a decision sends these students to a class that will not exist: each of them must be sent elsewhere. */
function findMissingDestinations({ year }: SchoolFindings, ways: Ways): Finding | null {
  if (!year || year.coming.length === 0) return null;
  const left = year.nowhere.filter(isForThemAlone);
  if (left.length === 0) return null;
  const wanted = [...new Set(left.flatMap((item) => item.wanted ?? []))];
  const isOne = wanted.length === 1;
  const named = left.flatMap((item) => item.named);
  const mend = inRehearsal(ways, { what: "nowhere", ticked: 1 });
  return {
    ...placed(year, left),
    why:
      wanted.length > 0
        ? `${someOf(wanted)} ${isOne ? "does" : "do"} not exist in ${year.toYear}.`
        : `There is no class for these students in ${year.toYear}.`,
    places: named.map(({ key, words }) => ({
      words,
      to: ways.opensStudents ? `${PATHS.students}/${key}` : null,
    })),
    unnamed: sumOf(left, ({ students }) => students) - named.length,
    others: { noun: "student", to: mend },
    mend: { words: "Choose classes", to: mend },
  };
}

/** The outcome of a student without a signed decision is assumed; the rollover can proceed. */
function decisions({ year }: SchoolFindings, ways: Ways): Finding | null {
  if (!year) return null;
  const together = inRehearsal(ways, { assumed: 1 });
  const urlOf = (classId: number, reportsUrl: string) => {
    if (ways.rehearsal) return inRehearsal(ways, { assumed: 1, class: classId });
    return ways.readsReports ? reportsUrl : null;
  };
  return {
    name: "Decisions",
    missing: sumOf(year.decisions, ({ assumed }) => assumed),
    of: sumOf(year.decisions, ({ needed }) => needed),
    why: "Without a signed decision, students are assumed to go up.",
    done: "Each student follows the decision in their report.",
    places: mostFirst(year.decisions, ({ assumed }) => assumed).map((held) => ({
      words: `${held.label} ${formatNumber(held.assumed)}`,
      to: urlOf(held.classId, held.reportsUrl),
    })),
    most: 3,
    others: { noun: "class", to: together },
    mend: { words: "Make decisions", to: together },
    see: null,
  };
}

function nextTeachers({ year }: SchoolFindings): Finding | null {
  if (!year || year.coming.length === 0) return null;
  const without = year.coming.filter(({ isLed }) => !isLed);
  const to = nextYearUrl("teachers");
  return {
    name: "Form teachers",
    missing: without.length,
    of: year.coming.length,
    why: `Classes in ${year.toYear} without a form teacher.`,
    done: `Every class in ${year.toYear} has a form teacher.`,
    places: without.map(({ label }) => ({ words: label, to })),
    most: 6,
    others: { noun: "class", to },
    mend: { words: "Choose teachers", to },
    see: { words: "See teachers", to },
  };
}

/** Counts as the list of next year's lessons does: lessons without a teacher, or with a teacher who has left. */
function lessons({ year }: SchoolFindings): Finding | null {
  if (!year || year.coming.length === 0) return null;
  const to = nextYearUrl("lessons");
  const open = new Map<string, number>();
  for (const { words, lessons: count, isOpen } of year.lessons) {
    if (isOpen) open.set(words, (open.get(words) ?? 0) + count);
  }
  return {
    name: "Lessons",
    missing: sumOf([...open], ([, count]) => count),
    of: sumOf(year.lessons, (each) => each.lessons),
    why: `Lessons in ${year.toYear} to check.`,
    done: "All lessons are carried over.",
    places: mostFirst([...open], ([, count]) => count).map(([subject, count]) => ({
      words: `${subject} ${formatNumber(count)}`,
      to,
    })),
    most: 3,
    others: { noun: "subject", to },
    mend: { words: "Check lessons", to },
    see: { words: "See lessons", to },
  };
}

/** Tells whether neither the choice of a next class nor a new class can place these students. */
function isForThemAlone({ why, canBeMade }: Nowhere): boolean {
  return why === "class-missing" && !canBeMade;
}

function placed(year: YearFindings, left: readonly Nowhere[]) {
  return {
    name: "Next classes",
    missing: sumOf(left, ({ students }) => students),
    of: year.toPlace,
    stops: true,
    done: "Every student has a class next year.",
    most: 3,
    see: { words: "See classes", to: nextYearUrl() },
  };
}

/** Students are sent elsewhere in a rehearsal; without one, the link leads to the form that begins it. */
function inRehearsal({ rehearsal }: Ways, query: Readonly<Record<string, string | number>>): string {
  return rehearsal === null ? purposeUrl("advance") : withQuery(`${PATHS.rollover}/${rehearsal.id}`, query);
}
